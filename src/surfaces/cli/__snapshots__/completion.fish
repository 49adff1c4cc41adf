# fish completion for whetstone and wst. To load it: whetstone completion fish | source
function __whetstone_at
    set -l place ""
    set -l skip no
    set -l typed (commandline -opc)
    for word in $typed[2..-1]
        if test $skip = yes
            set skip no
            continue
        end
        switch "$place $word"
            case " --root" "status --root" "record --root" "lessons --root" "lessons list --root" "lessons forget --root" " --set" "status --set" "record --tag" "record --set" "lessons --set" "lessons list --set" "lessons forget --set" "record --result" "record -r" "record --from"
                set skip yes
            case " status" " record" " lessons" " help" "lessons list" "lessons forget" "help status" "help record" "help lessons" "help lessons list" "help lessons forget"
                set place (string trim -- "$place $word")
        end
    end
    test "$place" = "$argv[1]"
end

complete -c whetstone -f
complete -c whetstone -n '__whetstone_at ""' -a status -d 'Show what there is'
complete -c whetstone -n '__whetstone_at ""' -a record -d 'Record an outcome: what\'s done'
complete -c whetstone -n '__whetstone_at ""' -a lessons -d 'List and drop lessons'
complete -c whetstone -n '__whetstone_at ""' -a help -d 'Show help for a command'
complete -c whetstone -n '__whetstone_at ""' -l help -s h -d 'Show help for the command.'
complete -c whetstone -n '__whetstone_at ""' -l json -d 'Print one JSON document on standard output, errors included.'
complete -c whetstone -n '__whetstone_at ""' -l root -x -a '(__fish_complete_directories)' -d 'Start from this folder instead of the current one.'
complete -c whetstone -n '__whetstone_at ""' -l set -x -d 'Override a setting for this call, such as store.kind=memory.'
complete -c whetstone -n '__whetstone_at ""' -l no-color -d 'Print without colour.'
complete -c whetstone -n '__whetstone_at ""' -l quiet -s q -d 'Print results and errors only: no notes, no progress.'
complete -c whetstone -n '__whetstone_at ""' -l version -d 'Print the version.'
complete -c whetstone -n '__whetstone_at "status"' -l config -d 'Show every setting and where its value came from.'
complete -c whetstone -n '__whetstone_at "status"' -l help -s h -d 'Show help for the command.'
complete -c whetstone -n '__whetstone_at "status"' -l json -d 'Print one JSON document on standard output, errors included.'
complete -c whetstone -n '__whetstone_at "status"' -l root -x -a '(__fish_complete_directories)' -d 'Start from this folder instead of the current one.'
complete -c whetstone -n '__whetstone_at "status"' -l set -x -d 'Override a setting for this call, such as store.kind=memory.'
complete -c whetstone -n '__whetstone_at "status"' -l no-color -d 'Print without colour.'
complete -c whetstone -n '__whetstone_at "status"' -l quiet -s q -d 'Print results and errors only: no notes, no progress.'
complete -c whetstone -n '__whetstone_at "record"' -F
complete -c whetstone -n '__whetstone_at "record"' -l result -s r -x -a 'success partial failure' -d 'How it ended.'
complete -c whetstone -n '__whetstone_at "record"' -l from -r -F -d 'Read it from a file.'
complete -c whetstone -n '__whetstone_at "record"' -l tag -x -d 'A label.'
complete -c whetstone -n '__whetstone_at "record"' -l help -s h -d 'Show help for the command.'
complete -c whetstone -n '__whetstone_at "record"' -l json -d 'Print one JSON document on standard output, errors included.'
complete -c whetstone -n '__whetstone_at "record"' -l root -x -a '(__fish_complete_directories)' -d 'Start from this folder instead of the current one.'
complete -c whetstone -n '__whetstone_at "record"' -l set -x -d 'Override a setting for this call, such as store.kind=memory.'
complete -c whetstone -n '__whetstone_at "record"' -l no-color -d 'Print without colour.'
complete -c whetstone -n '__whetstone_at "record"' -l quiet -s q -d 'Print results and errors only: no notes, no progress.'
complete -c whetstone -n '__whetstone_at "lessons"' -a list -d 'Fail: busy'
complete -c whetstone -n '__whetstone_at "lessons"' -a forget -d 'Break'
complete -c whetstone -n '__whetstone_at "lessons"' -l help -s h -d 'Show help for the command.'
complete -c whetstone -n '__whetstone_at "lessons"' -l json -d 'Print one JSON document on standard output, errors included.'
complete -c whetstone -n '__whetstone_at "lessons"' -l root -x -a '(__fish_complete_directories)' -d 'Start from this folder instead of the current one.'
complete -c whetstone -n '__whetstone_at "lessons"' -l set -x -d 'Override a setting for this call, such as store.kind=memory.'
complete -c whetstone -n '__whetstone_at "lessons"' -l no-color -d 'Print without colour.'
complete -c whetstone -n '__whetstone_at "lessons"' -l quiet -s q -d 'Print results and errors only: no notes, no progress.'
complete -c whetstone -n '__whetstone_at "lessons list"' -l help -s h -d 'Show help for the command.'
complete -c whetstone -n '__whetstone_at "lessons list"' -l json -d 'Print one JSON document on standard output, errors included.'
complete -c whetstone -n '__whetstone_at "lessons list"' -l root -x -a '(__fish_complete_directories)' -d 'Start from this folder instead of the current one.'
complete -c whetstone -n '__whetstone_at "lessons list"' -l set -x -d 'Override a setting for this call, such as store.kind=memory.'
complete -c whetstone -n '__whetstone_at "lessons list"' -l no-color -d 'Print without colour.'
complete -c whetstone -n '__whetstone_at "lessons list"' -l quiet -s q -d 'Print results and errors only: no notes, no progress.'
complete -c whetstone -n '__whetstone_at "lessons forget"' -l help -s h -d 'Show help for the command.'
complete -c whetstone -n '__whetstone_at "lessons forget"' -l json -d 'Print one JSON document on standard output, errors included.'
complete -c whetstone -n '__whetstone_at "lessons forget"' -l root -x -a '(__fish_complete_directories)' -d 'Start from this folder instead of the current one.'
complete -c whetstone -n '__whetstone_at "lessons forget"' -l set -x -d 'Override a setting for this call, such as store.kind=memory.'
complete -c whetstone -n '__whetstone_at "lessons forget"' -l no-color -d 'Print without colour.'
complete -c whetstone -n '__whetstone_at "lessons forget"' -l quiet -s q -d 'Print results and errors only: no notes, no progress.'
complete -c whetstone -n '__whetstone_at "help"' -a status -d 'Show what there is'
complete -c whetstone -n '__whetstone_at "help"' -a record -d 'Record an outcome: what\'s done'
complete -c whetstone -n '__whetstone_at "help"' -a lessons -d 'List and drop lessons'
complete -c whetstone -n '__whetstone_at "help lessons"' -a list -d 'Fail: busy'
complete -c whetstone -n '__whetstone_at "help lessons"' -a forget -d 'Break'
complete -c wst -w whetstone
