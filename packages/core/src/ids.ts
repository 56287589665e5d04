declare const kind: unique symbol;
type Branded<K extends string> = string & { readonly [kind]: K };

/** Random and permanent. A server keeps it when it is renamed; secrets and audit rows point to it. */
export type ServerId = Branded<'ServerId'>;
/** What people call a server; unique, and the first half of its tools' names. */
export type ServerName = Branded<'ServerName'>;
/** The public part of a key: `pbk_<id>_<secret>`. */
export type KeyId = Branded<'KeyId'>;
/** Who asks: `key:<id>`, or `token:<issuer>#<subject>`. */
export type PrincipalId = Branded<'PrincipalId'>;
/** What people call a profile; the last part of its address. */
export type ProfileName = Branded<'ProfileName'>;
/** One rule about calls. */
export type PolicyId = Branded<'PolicyId'>;
/** One question about one call. */
export type ApprovalId = Branded<'ApprovalId'>;
/** What an operator calls a limit, or what it is about. */
export type LimitName = Branded<'LimitName'>;
/** One execution of an agent. */
export type RunId = Branded<'RunId'>;
