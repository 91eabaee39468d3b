export const ROOT: string;
export const PROGRAMS: Readonly<Record<string, string>>;
export function sentenceOf(error: unknown): string | undefined;
export function missingPackage(): string | undefined;
