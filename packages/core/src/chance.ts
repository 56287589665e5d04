/** Port. What must be unguessable or unlike anything before; tests count instead. */
export interface Chance {
  uuid(): string;
  /** Lower-case letters and digits, for ids that people read. */
  id(): string;
  /** 256 unguessable bits in URL-safe characters. */
  secret(): string;
  /** Between 0 and 1, for jitter. */
  fraction(): number;
}
