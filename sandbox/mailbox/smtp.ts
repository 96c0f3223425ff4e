/** The mail server: delivers every mail from the shop to the mailbox. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'

import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'

import type { Mailbox } from './mailbox.ts'

const MAX_MESSAGE_BYTES = 25 * 1024 * 1024

/** Listens on the port (0: any free one). Returns the port and a function that stops the server. */
export async function startSmtp(mailbox: Mailbox, host: string, port: number) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: MAX_MESSAGE_BYTES,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onData: callbackify(async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
      const raw = await buffer(stream)
      if (stream.sizeExceeded) throw Object.assign(new Error('Message too large'), { responseCode: 552 })
      await mailbox.deliver(
        raw,
        session.envelope.rcptTo.map(({ address }) => address),
      )
    }),
  })
  // Ignore clients that hang up in the middle of a mail.
  server.on('error', () => undefined)
  server.listen(port, host)
  await once(server.server, 'listening')
  const { port: actualPort } = server.server.address() as AddressInfo
  return { port: actualPort, close: () => new Promise<void>(resolve => server.close(() => resolve())) }
}
