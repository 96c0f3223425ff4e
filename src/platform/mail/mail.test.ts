/** Tests for the mailer over SMTP, to the sandbox mailbox. */
import net from 'node:net'

import { expect, test } from 'vitest'

import { startSandbox } from '../../../sandbox/start.ts'
import type { Company } from '../settings/company.ts'
import type { AllSettings } from '../settings/groups.ts'
import { openMail } from './mail.server.ts'

const rendered = {
  subject: 'Your order — 2 clips',
  text: 'Thank you, Adaëlle.\nIt is at https://shop.example/orders/LT-2026-000001',
  html: '<p>Thank you, Ada&euml;lle. <a href="https://shop.example/orders/LT-2026-000001">Your order</a></p>',
}
const mail = { to: 'ada@example.com', content: async () => rendered }
const mail_from = 'Longtake <hello@longtake.example>'
const settingsWith = ({ sender_name = '', reply_to = '' } = {}) => {
  const current = { mail: { sender_name, reply_to } } as AllSettings
  const company = { name: 'Northlight', email: 'hello@northlight.example' } as Company
  return { current: () => current, company: () => company }
}

test('an email arrives with text and HTML, from the shop', async () => {
  const sandbox = await startSandbox()
  const mailer = openMail({ smtp_url: sandbox.origins.smtp, mail_from }, settingsWith())
  await mailer.send(mail)
  mailer.close()
  const { messages } = (await (await fetch(`${sandbox.origins.http}/mailbox/messages`)).json()) as {
    messages: object[]
  }
  await sandbox.close()
  const html = expect.stringContaining(rendered.html)
  expect(messages).toMatchObject([{ ...rendered, html, to: [mail.to], from: mail_from }])
})

test.each([
  [undefined, {}, 'Northlight <hello@northlight.example>'],
  ['orders@mail.example', {}, 'Northlight <orders@mail.example>'],
  ['Orders <orders@mail.example>', {}, 'Orders <orders@mail.example>'],
  ['Orders <orders@mail.example>', { sender_name: 'Northlight Films' }, 'Northlight Films <orders@mail.example>'],
])('with MAIL_FROM %s and %o mails come from %s', async (from, settings, sender) => {
  const sandbox = await startSandbox()
  const mailer = openMail({ smtp_url: sandbox.origins.smtp, mail_from: from }, settingsWith(settings))
  await mailer.send(mail)
  mailer.close()
  const { messages } = (await (await fetch(`${sandbox.origins.http}/mailbox/messages`)).json()) as {
    messages: object[]
  }
  await sandbox.close()
  expect(messages).toMatchObject([{ from: sender }])
})

test('only a mail with an unsubscribe link names it in its headers', async () => {
  const sandbox = await startSandbox()
  const mailer = openMail(
    { smtp_url: sandbox.origins.smtp, mail_from },
    settingsWith({ reply_to: 'replies@shop.example' }),
  )
  await mailer.send({ ...mail, unsubscribe: 'https://shop.example/unsubscribe/1/token' })
  await mailer.send(mail)
  mailer.close()
  const { messages } = (await (await fetch(`${sandbox.origins.http}/mailbox/messages`)).json()) as {
    messages: { headers: Record<string, string> }[]
  }
  await sandbox.close()
  const listHeaders = {
    'list-unsubscribe': '<https://shop.example/unsubscribe/1/token>',
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  }
  expect(messages.filter(({ headers }) => 'list-unsubscribe' in headers)).toMatchObject([{ headers: listHeaders }])
  expect(messages.map(({ headers }) => headers['auto-submitted'])).toEqual(['auto-generated', 'auto-generated'])
})

test('a subject cannot inject a header', async () => {
  const sandbox = await startSandbox()
  const mailer = openMail({ smtp_url: sandbox.origins.smtp, mail_from }, settingsWith())
  await mailer.send({
    ...mail,
    content: async () => ({ ...rendered, subject: 'Hello\r\nBcc: everyone@example.com' }),
  })
  mailer.close()
  const { messages } = (await (await fetch(`${sandbox.origins.http}/mailbox/messages`)).json()) as {
    messages: { to: string[]; headers: Record<string, string> }[]
  }
  await sandbox.close()
  expect(messages[0]?.to).toEqual([mail.to])
  expect(messages[0]?.headers).not.toHaveProperty('bcc')
})

test('an unreachable or rejecting mail server throws, so that the job is retried', async () => {
  const unreachable = openMail({ smtp_url: 'smtp://127.0.0.1:1', mail_from }, settingsWith())
  await expect(unreachable.send(mail)).rejects.toThrow('ECONNREFUSED')
  const server = net.createServer(socket => void socket.end('554 No service\r\n')).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as net.AddressInfo
  const rejecting = openMail({ smtp_url: `smtp://127.0.0.1:${port}`, mail_from }, settingsWith())
  await expect(rejecting.send(mail)).rejects.toThrow(/554|Invalid greeting/)
  server.close()
})

test('a mail server’s error is passed on without email addresses', async () => {
  const responses: Record<string, string> = {
    EHLO: '250 here',
    MAIL: '250 ok',
    RCPT: '550 5.1.1 <ada@example.com>: no ada@example.com here',
  }
  const server = net.createServer(socket => {
    socket.write('220 here\r\n')
    socket.on('data', line => socket.write(`${responses[String(line).slice(0, 4)] ?? '221 bye'}\r\n`))
    socket.on('error', () => {})
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  const mailer = openMail({ smtp_url: `smtp://127.0.0.1:${port}`, mail_from }, settingsWith())
  const refusal: unknown = await mailer.send(mail).catch((error: unknown) => error)
  mailer.close()
  server.close()
  expect(refusal).toBeInstanceOf(Error)
  expect(String(refusal)).toContain('550 5.1.1 <…>: no … here')
  expect(JSON.stringify(refusal, Object.getOwnPropertyNames(refusal))).not.toContain('ada@')
})
