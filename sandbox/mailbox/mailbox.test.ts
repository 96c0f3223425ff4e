/** Tests for the mailbox, through a real SMTP client. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { createTransport, type SendMailOptions } from 'nodemailer'
import { afterAll, beforeEach, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../start.ts'
import type { Message } from './mailbox.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'mailbox-'))
let sandbox = await startSandbox({ data_dir: folder })
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => fetch(`${sandbox.origins.http}/mailbox/messages`, { method: 'DELETE' }))

const receipt = {
  from: 'Longtake <shop@longtake.example>',
  to: 'ada@example.com',
  subject: 'Your receipt — 2 clips',
  text: 'Thank you.\nDownload: https://longtake.example/orders/1?a=1&b=2',
  html: '<p>Thank you. <a href="https://longtake.example/orders/1?a=1&amp;b=2">Download</a></p><script>document.title = 1</script>',
}

async function send(mail: SendMailOptions) {
  const transport = createTransport(sandbox.origins.smtp)
  await transport.sendMail(mail)
  transport.close()
}

const listMessages = async ({ origins }: Sandbox, query = '') =>
  ((await (await fetch(`${origins.http}/mailbox/messages${query}`)).json()) as { messages: Message[] }).messages

test('a mail arrives complete and can be listed by recipient', async () => {
  await send(receipt)
  await send({ ...receipt, to: 'grace@example.com', bcc: 'hidden@example.com', subject: 'Second' })
  const [newest, oldest] = await listMessages(sandbox)
  expect([newest?.subject, oldest?.subject]).toEqual(['Second', 'Your receipt — 2 clips'])
  expect(newest?.to).toEqual(['grace@example.com', 'hidden@example.com'])
  const [message] = await listMessages(sandbox, '?to=Ada@example.com')
  expect(message).toMatchObject({
    from: 'Longtake <shop@longtake.example>',
    text: receipt.text,
    links: ['https://longtake.example/orders/1?a=1&b=2'],
  })
})

test('attachments are listed by name, type and size', async () => {
  await send({ ...receipt, attachments: [{ filename: 'receipt.pdf', content: Buffer.from('%PDF-1.7') }] })
  expect((await listMessages(sandbox))[0]?.attachments).toEqual([
    { filename: 'receipt.pdf', type: 'application/pdf', bytes: 8 },
  ])
})

test('a mail is shown with its scripts disabled', async () => {
  await send(receipt)
  const [message] = await listMessages(sandbox)
  const response = await fetch(`${sandbox.origins.http}/mailbox/messages/${message?.id}/html`)
  expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox allow-popups/)
  const page = await (await fetch(`${sandbox.origins.http}/mailbox?view=text`)).text()
  expect(page).toContain('<a href="https://longtake.example/orders/1?a=1&amp;b=2"')
})

test('markup in a mail is escaped on the mailbox page', async () => {
  await send({ ...receipt, subject: '<img src=x onerror=alert(1)>', text: '<b>bold</b>', html: undefined })
  const page = await (await fetch(`${sandbox.origins.http}/mailbox`)).text()
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(page).toContain('&lt;b&gt;bold&lt;/b&gt;')
  expect(page).not.toContain('<img src=x')
})

test('mails survive a restart until they are cleared', async () => {
  await send(receipt)
  await sandbox.close()
  sandbox = await startSandbox({ data_dir: folder })
  expect(await listMessages(sandbox)).toHaveLength(1)
  await fetch(`${sandbox.origins.http}/mailbox/clear`, { method: 'POST', headers: { origin: sandbox.origins.http } })
  await sandbox.close()
  sandbox = await startSandbox({ data_dir: folder })
  expect(await listMessages(sandbox)).toEqual([])
})

test('a form on another site cannot clear the mailbox', async () => {
  await send(receipt)
  const headers = { origin: 'https://elsewhere.example' }
  expect((await fetch(`${sandbox.origins.http}/mailbox/clear`, { method: 'POST', headers })).status).toBe(403)
  expect(await listMessages(sandbox)).toHaveLength(1)
})
