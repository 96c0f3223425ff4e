/** Starts the sandbox inside this process; `main.ts` and the tests are its callers. */
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

import { buildApp } from './app.ts'
import { makeCertificate } from './certificate.ts'
import { namesOf } from './hosts.ts'
import { startIdentity } from './identity/start.ts'
import { openMailbox } from './mailbox/mailbox.ts'
import { startSmtp } from './mailbox/smtp.ts'
import { defaults, type Options } from './options.ts'
import { startClockwork } from './payments/clockwork.ts'
import { openGateway } from './payments/gateway.ts'

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>

/** Starts everything and answers where it is. Rejects when a port is taken. */
export async function startSandbox(options: Partial<Options> = {}) {
  const {
    host,
    http_port,
    tls_port,
    smtp_port,
    identity_port,
    data_dir,
    strict_amounts,
    debits_settle,
    webhook_url,
    merchant,
    registered_origins,
  } = { ...defaults, ...options }
  const gateway = openGateway(merchant, { strict_amounts, debits_settle, webhook_url }, data_dir)
  const clockwork = startClockwork(gateway)
  const mailbox = openMailbox(data_dir)
  const names = namesOf([host, ...registered_origins])
  const app = await buildApp(gateway, mailbox, names)
  await app.listen({ host, port: http_port })

  const tls = createServer(await makeCertificate(), (request, response) => app.routing(request, response))
  tls.listen(tls_port, host)
  await once(tls, 'listening')
  const smtp = await startSmtp(mailbox, host, smtp_port)

  // A listener on every address is reached on this machine by the usual one.
  const address = host === '0.0.0.0' ? '127.0.0.1' : host
  const registered = registered_origins
  const identity = await startIdentity({ host, address, port: identity_port, data_dir, registered, names })
  const ports = { http: portOf(app.server), tls: portOf(tls), smtp: smtp.port, identity: identity.port }
  return {
    ports,
    origins: {
      http: `http://${address}:${ports.http}`,
      tls: `https://${address}:${ports.tls}`,
      smtp: `smtp://${address}:${ports.smtp}`,
      identity: identity.origin,
    },
    credential: identity.credential,
    async close() {
      clockwork.stop()
      tls.close()
      tls.closeAllConnections()
      await Promise.all([app.close(), smtp.close(), identity.close()])
      gateway.store.close()
    },
  }
}

const portOf = (server: { address(): AddressInfo | string | null }) => (server.address() as AddressInfo).port
