// SPDX-License-Identifier: MIT
export const LIMITS: { first: number; board: number };
export function sizes(): { first: number; folders: Record<string, { board: number; rules: number; guide: number }> };
