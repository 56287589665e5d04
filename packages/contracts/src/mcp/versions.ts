/** Every revision of MCP that has a handshake, oldest first. */
export const legacyVersions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const;
export type LegacyVersion = (typeof legacyVersions)[number];

export const latestLegacyVersion: LegacyVersion = '2025-11-25';
export const modernVersion = '2026-07-28';

export type ProtocolVersion = LegacyVersion | typeof modernVersion;

/** *legacy* begins with `initialize` and may hold a session; *modern* says everything with every request. */
export type Era = 'legacy' | 'modern';

export function isLegacyVersion(text: unknown): text is LegacyVersion {
  return legacyVersions.some((version) => version === text);
}
