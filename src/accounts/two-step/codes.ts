/** Codes as people type them: six digits of an app, or one of the codes they kept on paper. */

/** Without I, L, O and U: nothing that is mistaken for another, and no words. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const recovery_length = 24
/** Codes that were made before are shorter, and still work. */
const earlier_length = 16
const app_shape = /^\d{6}$/
const recovery_shape = new RegExp(`^(?:[${letters}]{${recovery_length}}|[${letters}]{${earlier_length}})$`)

export type Code = { kind: 'app' | 'recovery'; code: string }

/** Blanks, dashes and case do not matter, nor does an O for a zero. undefined when it can be neither. */
export const readCode = (typed: string): Code | undefined => {
  const code = typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
  if (app_shape.test(code)) return { kind: 'app', code }
  const plain = code.replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return recovery_shape.test(plain) ? { kind: 'recovery', code: plain } : undefined
}

/** Fifteen bytes of chance become 24 letters, `readCode`'s way. */
export const recoveryCodeOf = (bytes: Uint8Array): string => {
  const bits = Array.from(bytes, byte => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map(five => letters[Number.parseInt(five, 2)]).join('')
}

/** In groups of four, to be read and typed: "7K2M-9QXC-04TB-WZ6H-3RPA-8VDE". */
export const inGroups = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? ''
