import { hash, verify } from '@node-rs/argon2'

/** What OWASP recommends for argon2id: 19 MiB, two passes, one lane; about 30 ms of one core, off the event loop. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash of a password that nobody has, made at the same cost: an unknown e-mail is compared with it. */
export const nobodys_hash =
  '$argon2id$v=19$m=19456,t=2,p=1$6FsgjeBs7BJlZxy3tZ8mZA$ZA2veBAd6ZG/c7Lk6C7kLrMpNTM4hno47l/k7wDRVtA'

/** The same letters typed on another keyboard may arrive as other code points. */
const normal = (password: string) => password.normalize('NFC')

export const hashPassword = (password: string): Promise<string> => hash(normal(password), cost)

/** Takes as long when there is no hash to compare with. */
export const verifyPassword = async (password_hash: string | null | undefined, password: string): Promise<boolean> => {
  const matches = await verify(password_hash ?? nobodys_hash, normal(password))
  return matches && typeof password_hash === 'string'
}
