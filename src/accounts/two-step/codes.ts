/** Parsing and formatting of two-step codes: six digits of an app, or a recovery code. */

/** No I, L, O and U: they are easily mistaken, or form words. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RECOVERY_LENGTH = 24
/** Older recovery codes are shorter and still work. */
const OLD_RECOVERY_LENGTH = 16
const APP_CODE_PATTERN = /^\d{6}$/
const RECOVERY_CODE_PATTERN = new RegExp(
  `^(?:[${ALPHABET}]{${RECOVERY_LENGTH}}|[${ALPHABET}]{${OLD_RECOVERY_LENGTH}})$`,
)

export type TwoStepCode = { kind: 'app' | 'recovery'; code: string }

/** Parses a typed code. Ignores spaces, dashes and case, and reads O as zero. Returns undefined for anything else. */
export const parseCode = (typed: string): TwoStepCode | undefined => {
  const code = typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
  if (APP_CODE_PATTERN.test(code)) return { kind: 'app', code }
  const normalized = code.replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return RECOVERY_CODE_PATTERN.test(normalized) ? { kind: 'recovery', code: normalized } : undefined
}

/** Encodes 15 random bytes as 24 characters that `parseCode` accepts. */
export const encodeRecoveryCode = (bytes: Uint8Array): string => {
  const bits = Array.from(bytes, byte => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map(group => ALPHABET[Number.parseInt(group, 2)]).join('')
}

/** Formats a code in groups of four: "7K2M-9QXC-04TB-WZ6H-3RPA-8VDE". */
export const formatRecoveryCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? ''
