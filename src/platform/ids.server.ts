import { createHash, randomBytes, randomInt } from 'node:crypto'

/** 256 random bits, safe in an address. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** 128 random bits, safe in an address: what a link alone opens. */
export const randomKey = (): string => randomBytes(16).toString('base64url')

/** Without what people take for another: 0 and O, 1, I and L. */
const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** 10 random letters and digits to read aloud and type, 49 bits: too many to be guessed where guesses are limited. */
export const randomCode = (): string =>
  Array.from({ length: 10 }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

/** How tokens rest in the database. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What `randomToken` makes, as a part of a path: whoever reads it could use it. */
const token_in_path = /(?<=\/)[\w-]{43}(?![\w-])/g

/** The path of an address as logs may keep it: without its query and its tokens. */
export const loggedPath = (url: string): string => url.split('?')[0]?.replaceAll(token_in_path, '…') ?? ''
