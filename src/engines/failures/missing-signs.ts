/**
 * Something that has to be installed, generated or chosen before the code can be run at all, by whatever
 * program it is missed. These tell a failure of the environment even where a test or a compiler reports it.
 */
export const missingSigns: readonly RegExp[] = [
  /\b(?:ModuleNotFoundError|No module named|ERR_MODULE_NOT_FOUND|could not find gem|GemNotFound)\b/i,
  /\bCannot find (?:module|package) ['"](?![./@~]|src\b)/,
  /^(?!.*error TS).*\bCannot find (?:module|package) ['"]@/,
  /\bno required module provides package (?!\S+\.go\b)|\bmissing go\.sum entry\b/,
  /\bexecutable doesn't exist|please run the following command to (?:download|install)\b/i,
  /\b(?:command not found|executable (?:file )?not found|Failed to spawn|is not installed|not yet installed)\b/i,
  /\bnot recognized as (?:an internal|the name)\b/i,
  /\bJAVA_HOME is not set\b|\bNo matching toolchains found\b|\brequires cgo\b/,
  /\brequires? (?:node|python|go|ruby|java|rust|php|npm|yarn) ?(?:version )?[<>=^~v\d]/i,
  /\b(?:unsupported engine|incompatible version|version mismatch|EBADENGINE)\b|engine "\w+" is incompatible/i,
  /\bpackage\.json defines "packageManager"|\bThis project is configured to use\b/,
  /\block ?file\b.{0,80}\b(?:needs? to be updated|not up to date|out of (?:date|sync)|inconsistent|not found)\b/i,
  /\b(?:are|is) (?:not )?in sync\. Please update your lock file\b|\bUnable to find lockfile\b/,
  /\bCannot install with "frozen-lockfile"|\bInconsistent dependency lock file\b|\bfrozen lockfile\b/i,
  /\bchanged significantly since \S+\.lock was last generated\b/,
  /\bexternally-managed-environment\b|\bERESOLVE\b|\bversion solving failed\b/,
  /\b(?:No matching distribution|Could not find a version that satisfies|Could not find a valid gem)\b/,
  /\bCould not (?:resolve dependencies|find artifact|resolve \S{1,120}:\S{1,120}:)/i,
  /\bUnable to find package\b|\bNU110\d\b|\bcould not be found in registry\b/,
  /\bCould not find a matching version of package\b|\bCould not find a production build\b|\bbinary is missing\b/,
  /\bprogram not found or is not executable\b/,
  /\bin locally installed gems\b|\bcannot find -l\w|\(find_package\)|\bCould not find a package configuration\b/,
  /\bfailed to run custom build command\b|\bfatal error: [\w./-]+\.h: No such file\b.*\bsystem\b/i,
  /\bcouldn't find an? eslint\.config\b|\bNo ESLint configuration found\b/,
  /\b(?:BackendInitialization|Backend initialization) required\b|\bModule not installed\b/,
  /\bno such command: .(?:nextest|watch|edit|expand|audit|deny|outdated|llvm-cov|tarpaulin|clippy|fmt)\b/,
  /\bspecified command or file was not found\b|\bNo version is set for\b|\bis blocked\. Run .direnv allow/,
];
