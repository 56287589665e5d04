const secretName = '[\\w-]*(?:token|key|secret|password|credential)[\\w-]*';
const flag = new RegExp(`^--?${secretName}$`, 'i');
const assignment = new RegExp(`^-*${secretName}=(.+)$`, 'is');
const password = /^[\w+.-]+:\/\/[^:@/]*:(.+)@/s;

/** What a command line itself calls a secret: `--api-key x`, `--token=x`, `-e API_KEY=x`, `postgres://u:x@host`. */
export function secretArguments(args: readonly string[]): string[] {
  return args.flatMap((arg, at) => {
    const before = args[at - 1];
    if (before !== undefined && flag.test(before)) return [arg];
    return assignment.exec(arg)?.[1] ?? password.exec(arg)?.[1] ?? [];
  });
}
