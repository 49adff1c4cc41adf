;; Compares many vectors with one, four dimensions at a time. Numbers are multiplied and added in double
;; precision and in the order of `cosineAt`, so the sums are the same to the last bit.
;; `npm run generate` makes dot-products-wasm.ts of this file.
(module
  (memory (import "vectors" "memory") 1)

  ;; Writes the sum of each row from $row up to $end to $sums. Rows are of single precision, $vector and $sums
  ;; of double precision. $width is the number of dimensions.
  (func (export "dotProducts")
    (param $row i32) (param $end i32) (param $vector i32) (param $width i32) (param $sums i32)
    (local $at i32) (local $left i32) (local $rest f64) (local $first v128) (local $second v128)
    (block $done
      (loop $rows
        (br_if $done (i32.ge_u (local.get $row) (local.get $end)))
        (local.set $at (local.get $vector))
        (local.set $left (local.get $width))
        (local.set $first (v128.const f64x2 0 0))
        (local.set $second (v128.const f64x2 0 0))
        (block $fewer
          (loop $fours
            (br_if $fewer (i32.lt_u (local.get $left) (i32.const 4)))
            (local.set $first (f64x2.add (local.get $first) (f64x2.mul
              (f64x2.promote_low_f32x4 (v128.load64_zero (local.get $row)))
              (v128.load (local.get $at)))))
            (local.set $second (f64x2.add (local.get $second) (f64x2.mul
              (f64x2.promote_low_f32x4 (v128.load64_zero offset=8 (local.get $row)))
              (v128.load offset=16 (local.get $at)))))
            (local.set $row (i32.add (local.get $row) (i32.const 16)))
            (local.set $at (i32.add (local.get $at) (i32.const 32)))
            (local.set $left (i32.sub (local.get $left) (i32.const 4)))
            (br $fours)))
        (local.set $rest (f64x2.extract_lane 0 (local.get $first)))
        (block $none
          (loop $ones
            (br_if $none (i32.eqz (local.get $left)))
            (local.set $rest (f64.add (local.get $rest) (f64.mul
              (f64.promote_f32 (f32.load (local.get $row)))
              (f64.load (local.get $at)))))
            (local.set $row (i32.add (local.get $row) (i32.const 4)))
            (local.set $at (i32.add (local.get $at) (i32.const 8)))
            (local.set $left (i32.sub (local.get $left) (i32.const 1)))
            (br $ones)))
        (f64.store (local.get $sums) (f64.add
          (f64.add (local.get $rest) (f64x2.extract_lane 1 (local.get $first)))
          (f64.add (f64x2.extract_lane 0 (local.get $second)) (f64x2.extract_lane 1 (local.get $second)))))
        (local.set $sums (i32.add (local.get $sums) (i32.const 8)))
        (br $rows)))))
