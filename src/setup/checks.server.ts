/** Tries the shop's services for real. A failure names the line of the environment to set. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'

import { findPrograms, run } from '#media/ffmpeg.server.ts'
import { openGateway } from '#payments/gateway.server.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { messageOf } from '#platform/http/error-message.ts'
import { refuse } from '#platform/http/refusal.ts'
import { hashToken, randomToken } from '#platform/ids.server.ts'

import { setupCheckNames, type SetupCheckName } from './checks.ts'
import type { SetupCheck } from './contract.ts'

/** `passed`: null while the mail check waits for its link. */
type CheckResult = { passed: boolean | null; message: string }

const passed = (message: string): CheckResult => ({ passed: true, message })
const failed = (message: string): CheckResult => ({ passed: false, message })

export const listChecks = async (db: Db): Promise<SetupCheck[]> => {
  const rows = await db.selectFrom('setup_checks').selectAll().execute()
  return setupCheckNames.map(name => {
    const row = rows.find(candidate => candidate.name === name)
    return {
      name,
      passed: row?.passed ?? null,
      message: row?.message ?? '',
      checked_at: row?.checked_at.toISOString() ?? null,
    }
  })
}

const MAX_MESSAGE = 1_000

const saveResult = async (
  db: Db | Trx,
  name: SetupCheckName,
  { passed: hasPassed, message }: CheckResult,
  now: Date,
) => {
  const values = { passed: hasPassed, message: message.slice(0, MAX_MESSAGE), checked_at: now }
  await db
    .insertInto('setup_checks')
    .values({ name, ...values })
    .onConflict(conflict => conflict.column('name').doUpdateSet(values))
    .execute()
}

/** Runs a check and stores its result. `email`: where the mail check sends its mail. */
export const runCheck = async (deps: Deps, name: SetupCheckName, email: string): Promise<void> => {
  const result = await checks[name](deps, email).catch((error: unknown) => failed(messageOf(error)))
  if (result) await saveResult(deps.db, name, result, deps.clock.now())
}

/** A dollar. */
const PAYMENT_CENTS = 100

const checkPayments = async ({ config }: Deps): Promise<CheckResult> => {
  const gateway = openGateway(config)
  if (!gateway)
    return failed(
      'No payment gateway is set up: set BRAINTREE_ENVIRONMENT, BRAINTREE_MERCHANT_ID, BRAINTREE_PUBLIC_KEY and BRAINTREE_PRIVATE_KEY.',
    )
  if (config.braintree?.environment === 'production') {
    await gateway.clientToken()
    return passed(
      'Braintree accepts the keys. With real keys no test card exists, so no payment was tried: buy a clip yourself and refund it.',
    )
  }
  const order_id = `setup-${randomUUID()}`
  const source = { nonce: 'fake-valid-nonce' }
  const sale = await gateway.sale({ amount_cents: PAYMENT_CENTS, source, order_id, authorize_only: true })
  if (sale.kind !== 'approved')
    return failed(`The gateway authorized nothing: ${sale.reason} Check the lines that begin with BRAINTREE_.`)
  const reversal = await gateway.void(sale.transaction_id)
  if (reversal.kind !== 'done') return failed(`One dollar was authorized, but not voided: ${reversal.reason}`)
  return passed(
    config.braintree
      ? 'One dollar was authorized and voided in Braintree’s sandbox. For real cards, set BRAINTREE_ENVIRONMENT=production and its keys.'
      : 'One dollar was authorized and voided in the shop’s own sandbox. For real cards, set BRAINTREE_ENVIRONMENT and its keys.',
  )
}

/** Saves that it waits before it mails: the link may be followed before the mail server's answer is here. */
const checkMail = async ({ config, db, mail, clock }: Deps, email: string): Promise<CheckResult | undefined> => {
  if (!config.smtp_url) return failed('No mail server is set up: set SMTP_URL, and MAIL_FROM as the sender.')
  if (!config.has_sandbox_mail && !config.has_mail_from)
    return failed('Mail has no sender: set MAIL_FROM to an address that your mail server may send from.')
  const { mailCheckMail } = await import('./parts/setup-mails.tsx')
  const token = randomToken()
  const now = clock.now()
  const values = { token_hash: hashToken(token), sent_at: now }
  const place = config.has_sandbox_mail ? 'the sandbox’s mailbox. For real mail, set SMTP_URL and MAIL_FROM' : email
  const waiting = { passed: null, message: `A mail is on its way to ${place}. Follow the link in it.` }
  await db.transaction().execute(async trx => {
    await trx
      .insertInto('setup_mail_links')
      .values(values)
      .onConflict(conflict => conflict.column('only_row').doUpdateSet(values))
      .execute()
    await saveResult(trx, 'mail', waiting, now)
  })
  const address = `${config.public_url}/setup/mail/${token}`
  try {
    await mail.send({ to: email, content: mailCheckMail({ address }) })
  } catch (error) {
    return failed(`The mail server of SMTP_URL refused the mail: ${messageOf(error)}`)
  }
  return undefined
}

/** Confirms that the mail of the last check arrived. Throws 404 for an older or unknown link. */
export const confirmMail = async ({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>, token: string) => {
  const message = config.has_sandbox_mail
    ? 'The mail arrived in the sandbox’s mailbox. For real mail, set SMTP_URL and MAIL_FROM.'
    : 'The mail arrived, and its link was followed.'
  await db.transaction().execute(async trx => {
    const link = await trx
      .selectFrom('setup_mail_links')
      .where('token_hash', '=', hashToken(token))
      .select('sent_at')
      .forUpdate()
      .executeTakeFirst()
    if (!link) throw refuse(404, 'This link is unknown, or a later mail has replaced it.')
    await saveResult(trx, 'mail', passed(message), clock.now())
  })
}

const checkStorage = async ({ storage, config }: Deps): Promise<CheckResult> => {
  const key = `checks/${randomUUID()}`
  const bytes = Buffer.from(randomToken())
  const problem = (reason: string) => failed(`${reason} Check DATA_DIR, which is ${path.resolve(config.data_dir)}.`)
  try {
    await storage.put(key, bytes)
    const file = await storage.open(key)
    if (!file || !(await buffer(file.read())).equals(bytes)) return problem('A file was written, but read differently.')
    await storage.remove(key)
    if (await storage.open(key)) return problem('A file was written, but could not be deleted.')
  } catch (error) {
    return problem(`No file could be written: ${messageOf(error)}.`)
  }
  return passed('A file was written, read and deleted.')
}

const ENCODING_TIMEOUT_MS = 60_000

const checkFfmpeg = async ({ config }: Deps): Promise<CheckResult> => {
  if (config.role === 'web')
    return failed('This process has ROLE=web, so ffmpeg runs elsewhere. Check it on a machine with ROLE=worker.')
  const programs = findPrograms()
  if (!programs)
    return failed(
      'ffmpeg and ffprobe were not found: install ffmpeg 5.1 or newer, or set FFMPEG_PATH and FFPROBE_PATH.',
    )
  const folder = await mkdtemp(path.join(os.tmpdir(), 'longtake-check-'))
  try {
    const file = path.join(folder, 'check.mp4')
    const source = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=24:duration=1']
    const output = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', file]
    const limit = { limit_ms: ENCODING_TIMEOUT_MS }
    await run(programs.ffmpeg, ['-v', 'error', ...source, ...output], limit)
    if ((await stat(file)).size === 0) return failed('ffmpeg ran, but wrote an empty file. Check FFMPEG_PATH.')
    const version = /^ffmpeg version (\S+)/.exec(await run(programs.ffmpeg, ['-version'], limit))?.[1]
    return passed(`ffmpeg ${version ?? ''} encoded a second of video.`.replace('  ', ' '))
  } catch (error) {
    return failed(`ffmpeg encoded nothing: ${messageOf(error)} Check FFMPEG_PATH.`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const checks: Record<SetupCheckName, (deps: Deps, email: string) => Promise<CheckResult | undefined>> = {
  payments: checkPayments,
  mail: checkMail,
  storage: checkStorage,
  ffmpeg: checkFfmpeg,
}
