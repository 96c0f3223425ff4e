/** The mail server: takes every mail from the shop and delivers it to the mailbox. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'

import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'

import type { Mailbox } from './mailbox.ts'

const largest_bytes = 25 * 1024 * 1024

/** Listens on the port (0: any free one); answers the port and how to stop. */
export async function startSmtp(mailbox: Mailbox, host: string, port: number) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: largest_bytes,
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
  // A client that hangs up in the middle of a mail is its own trouble.
  server.on('error', () => undefined)
  server.listen(port, host)
  await once(server.server, 'listening')
  const { port: actual } = server.server.address() as AddressInfo
  return { port: actual, close: () => new Promise<void>(resolve => server.close(() => resolve())) }
}
