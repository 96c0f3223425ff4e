import { hash, verify } from '@node-rs/argon2'

/**
 * The OWASP recommendation for argon2id: 19 MiB, two passes, one lane. It takes about 30 ms of one core, off the event
 * loop.
 */
const hashOptions = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash of no real password with the same cost. An unknown email is compared with it, so that it takes as long. */
export const DUMMY_PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$6FsgjeBs7BJlZxy3tZ8mZA$ZA2veBAd6ZG/c7Lk6C7kLrMpNTM4hno47l/k7wDRVtA'

/** Keyboards may produce different code points for the same letters. */
const normalizePassword = (password: string) => password.normalize('NFC')

export const hashPassword = (password: string): Promise<string> => hash(normalizePassword(password), hashOptions)

/** Takes the same time when there is no hash to compare with. */
export const verifyPassword = async (password_hash: string | null | undefined, password: string): Promise<boolean> => {
  const matches = await verify(password_hash ?? DUMMY_PASSWORD_HASH, normalizePassword(password))
  return matches && typeof password_hash === 'string'
}
