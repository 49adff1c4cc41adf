export interface ArgumentSpec {
  readonly name: string;
  readonly about: string;
  readonly required?: boolean;
  /** Takes all that follow; only the last argument may. */
  readonly many?: boolean;
  readonly choices?: readonly string[];
  /** What the value is, for help and completion: `FILE` and `DIR` complete paths. */
  readonly value?: string;
}

export interface OptionSpec {
  readonly type: "boolean" | "string";
  readonly about: string;
  readonly short?: string;
  /** As for an argument. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** May be given several times. */
  readonly many?: boolean;
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

type Word<Spec> = Spec extends { readonly choices: readonly (infer Choice extends string)[] }
  ? Choice
  : string;

type OptionValue<Spec extends OptionSpec> = Spec extends { readonly type: "boolean" }
  ? boolean
  : Spec extends { readonly many: true }
    ? readonly Word<Spec>[]
    : Word<Spec> | undefined;

type ArgumentValue<Spec extends ArgumentSpec> = Spec extends { readonly many: true }
  ? readonly Word<Spec>[]
  : Spec extends { readonly required: true }
    ? Word<Spec>
    : Word<Spec> | undefined;

export type OptionValues<Options extends OptionSpecs> = {
  readonly [Name in keyof Options]: OptionValue<Options[Name]>;
};

export type ArgumentValues<Arguments extends readonly ArgumentSpec[]> = {
  readonly [Spec in Arguments[number] as Spec["name"]]: ArgumentValue<Spec>;
};

/** A value as the kernel sees it, before the definition gives it a closer type. */
export type Value = boolean | string | readonly string[] | undefined;
export type Values = Readonly<Record<string, Value>>;
