import { createHash, randomBytes, randomInt } from 'node:crypto'

/** Returns 256 random bits, safe in a URL. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** Returns 128 random bits, safe in a URL, for things that a link alone opens. */
export const randomKey = (): string => randomBytes(16).toString('base64url')

/** Without characters that look alike: 0 and O; 1, I and L. */
const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Returns 10 random letters and digits (49 bits) to read aloud and type. Safe where attempts are limited. */
export const randomCode = (): string =>
  Array.from({ length: 10 }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

/** Returns the hash under which a token is stored in the database. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A `randomToken` in a path. Anyone who reads it could use it. */
const TOKEN_IN_PATH = /(?<=\/)[\w-]{43}(?![\w-])/g

/** Returns a URL's path for logs, without its query and its tokens. */
export const toLoggedPath = (url: string): string => url.split('?')[0]?.replaceAll(TOKEN_IN_PATH, '…') ?? ''
