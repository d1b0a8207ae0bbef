/** Names of modules and the files that stand for them (see vectra-parts.mjs). */
export const vectraName: Record<string, string>;
export const vectraParts: Record<string, string>;
