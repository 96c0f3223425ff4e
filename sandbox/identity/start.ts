import type { AddressInfo } from 'node:net'

import { buildIdentity } from './app.ts'
import type { Person } from './people.ts'
import { client_id } from './request.ts'
import { claimsOf, openSigner, type Claims } from './tokens.ts'

type Options = {
  host: string
  address: string
  port: number
  data_dir: string | undefined
  registered: string[]
  /** That it answers to beside this machine's. */
  names: readonly string[]
}

/** Starts the identity provider; answers where it is, and how to have tokens without its window. */
export const startIdentity = async ({ host, address, port, data_dir, registered, names }: Options) => {
  const signer = await openSigner(data_dir)
  let origin = ''
  const app = await buildIdentity(signer, () => origin, registered, names)
  await app.listen({ host, port })
  const taken = (app.server.address() as AddressInfo).port
  origin = `http://${address}:${taken}`
  return {
    origin,
    port: taken,
    /** A credential as the window would give it, with whatever a test wants changed. */
    credential: (person: Person, changes: Claims = {}) =>
      signer.sign({ ...claimsOf(person, { issuer: origin, client_id }), ...changes }),
    close: () => app.close(),
  }
}
