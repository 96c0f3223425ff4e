/** Starts the sandbox in this process, for `main.ts` and the tests. */
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

import { buildApp } from './app.ts'
import { makeCertificate } from './certificate.ts'
import { hostnamesOf } from './hosts.ts'
import { startIdentity } from './identity/start.ts'
import { openMailbox } from './mailbox/mailbox.ts'
import { startSmtp } from './mailbox/smtp.ts'
import { defaults, type SandboxOptions } from './options.ts'
import { openGateway } from './payments/gateway.ts'
import { startScheduler } from './payments/scheduler.ts'

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>

/** Starts every part of the sandbox and returns their addresses. Rejects when a port is in use. */
export async function startSandbox(options: Partial<SandboxOptions> = {}) {
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
  const scheduler = startScheduler(gateway)
  const mailbox = openMailbox(data_dir)
  const hostnames = hostnamesOf([host, ...registered_origins])
  const app = await buildApp(gateway, mailbox, hostnames)
  await app.listen({ host, port: http_port })

  const tls = createServer(await makeCertificate(), (request, response) => app.routing(request, response))
  tls.listen(tls_port, host)
  await once(tls, 'listening')
  const smtp = await startSmtp(mailbox, host, smtp_port)

  // A listener on all addresses is reached through the loopback address.
  const address = host === '0.0.0.0' ? '127.0.0.1' : host
  const registeredOrigins = registered_origins
  const identity = await startIdentity({
    host,
    address,
    port: identity_port,
    data_dir,
    registered: registeredOrigins,
    names: hostnames,
  })
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
      scheduler.stop()
      tls.close()
      tls.closeAllConnections()
      await Promise.all([app.close(), smtp.close(), identity.close()])
      gateway.store.close()
    },
  }
}

const portOf = (server: { address(): AddressInfo | string | null }) => (server.address() as AddressInfo).port
