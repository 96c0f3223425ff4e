import type { AddressInfo } from 'node:net'

import { buildIdentity } from './app.ts'
import type { Person } from './people.ts'
import { client_id } from './request.ts'
import { claimsOf, openSigner, type Claims } from './tokens.ts'

type IdentityOptions = {
  host: string
  address: string
  port: number
  data_dir: string | undefined
  registered: string[]
  /** Host names it answers to, besides this machine's. */
  names: readonly string[]
}

/** Starts the identity provider. Returns its origin and port, and a way to get tokens without the window. */
export const startIdentity = async ({ host, address, port, data_dir, registered, names }: IdentityOptions) => {
  const signer = await openSigner(data_dir)
  let origin = ''
  const app = await buildIdentity(signer, () => origin, registered, names)
  await app.listen({ host, port })
  const actualPort = (app.server.address() as AddressInfo).port
  origin = `http://${address}:${actualPort}`
  return {
    origin,
    port: actualPort,
    /** A credential as the window hands it over, with claims that a test may override. */
    credential: (person: Person, changes: Claims = {}) =>
      signer.sign({ ...claimsOf(person, { issuer: origin, client_id }), ...changes }),
    close: () => app.close(),
  }
}
