/** The doctor's checks of what the shop needs beside the database: mail, payments, files and ffmpeg. */
import { execFile } from 'node:child_process'
import { statfs, stat } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'

import { findPrograms } from '#media/ffmpeg.server.ts'
import { openGateway } from '#payments/gateway.server.ts'
import type { Config } from '#platform/config.server.ts'
import { messageOf } from '#platform/http/error-message.ts'
import { randomKey } from '#platform/ids.server.ts'
import { verifyMailServer } from '#platform/mail/mail.server.ts'
import { openDisk } from '#platform/storage/disk.server.ts'

import { fail, ok, warn, type Check } from './check.ts'

const runProgram = promisify(execFile)

export const checkMail = async (config: Config): Promise<Check> => {
  const { smtp_url, mail_from, demo } = config
  if (!smtp_url)
    return demo
      ? ok('mail', 'The sandbox’s mailbox')
      : warn('mail', 'No mail server: mail goes to the sandbox of npm start.', 'Set SMTP_URL and MAIL_FROM.')
  const { host } = new URL(smtp_url)
  try {
    await verifyMailServer(smtp_url)
  } catch (error) {
    return fail(
      'mail',
      `${host} does not accept mail: ${messageOf(error)}`,
      'Check SMTP_URL: protocol (smtp or smtps), host, port, user and password (special characters as %xx).',
    )
  }
  if (mail_from === undefined)
    return ok('mail', `${host} accepts mail. The sender is the support email of the settings.`)
  return !demo && /\.example>?$/.test(mail_from)
    ? warn('mail', `${host} accepts mail, but the sender is ${mail_from}`, 'Set MAIL_FROM to an address of yours.')
    : ok('mail', `${host} accepts mail from ${mail_from}`)
}

export const checkGateway = async (config: Config): Promise<Check> => {
  const gateway = openGateway(config)
  const name = config.braintree ? `Braintree (${config.braintree.environment})` : 'The sandbox gateway'
  if (!gateway)
    return config.demo
      ? ok('payments', 'The sandbox gateway of npm start')
      : warn(
          'payments',
          'No payment provider: only the sandbox’s test cards work.',
          'Set BRAINTREE_ENVIRONMENT and its three keys.',
        )
  try {
    await gateway.clientToken()
  } catch (error) {
    return fail(
      'payments',
      `${name} refuses the shop: ${messageOf(error) || String(error)}`,
      'Check BRAINTREE_MERCHANT_ID, BRAINTREE_PUBLIC_KEY and BRAINTREE_PRIVATE_KEY, and that they belong to BRAINTREE_ENVIRONMENT.',
    )
  }
  return config.braintree?.environment === 'sandbox' && !config.demo
    ? warn('payments', `${name} answers; no money moves.`, 'Set BRAINTREE_ENVIRONMENT=production before you sell.')
    : ok('payments', `${name} answers.`)
}

export const checkStorage = async ({ data_dir }: Config): Promise<Check> => {
  const storage = openDisk(path.join(data_dir, 'files'))
  const key = `doctor/${randomKey().replaceAll(/[^a-z0-9]/gi, '')}`
  try {
    await storage.put(key, Buffer.from(key))
    const file = await storage.open(key)
    const content = file && (await text(file.read()))
    await storage.remove(key)
    if (content !== key) throw new Error('a file came back with another content')
  } catch (error) {
    return fail(
      'storage',
      `${path.join(data_dir, 'files')}: ${messageOf(error)}`,
      'Let the user of the shop write in DATA_DIR, and check the disk.',
    )
  }
  const { mode } = await stat(data_dir)
  return mode & 0o007
    ? warn('storage', `Everyone on this machine can read ${data_dir}.`, `Run chmod o-rwx ${data_dir}`)
    : ok('storage', `${path.join(data_dir, 'files')}: written, read and deleted`)
}

const ENCODERS = ['libx264', 'aac', 'prores_ks']
const MIN_FFMPEG = 5.1

export const checkFfmpeg = async (environment: Record<string, string | undefined>): Promise<Check> => {
  const advice = 'Install ffmpeg 5.1 or newer (Debian: apt install ffmpeg), or set FFMPEG_PATH and FFPROBE_PATH.'
  const programs = findPrograms(environment)
  if (!programs) return fail('ffmpeg', 'ffmpeg and ffprobe were not found: no footage can be added.', advice)
  try {
    const { stdout: about } = await runProgram(programs.ffmpeg, ['-version'])
    const [, version = ''] = /^ffmpeg version n?(\S+)/.exec(about) ?? []
    if (Number.parseFloat(version) < MIN_FFMPEG) return fail('ffmpeg', `ffmpeg ${version} is too old.`, advice)
    const { stdout: encoders } = await runProgram(programs.ffmpeg, ['-hide_banner', '-encoders'])
    const missing = ENCODERS.filter(name => !encoders.includes(` ${name} `))
    return missing.length > 0
      ? fail('ffmpeg', `ffmpeg ${version} has no encoder ${missing.join(', ')}.`, 'Install a complete build of ffmpeg.')
      : ok('ffmpeg', `ffmpeg ${version}`)
  } catch (error) {
    return fail('ffmpeg', `${programs.ffmpeg} does not run: ${messageOf(error)}`, advice)
  }
}

const GIB = 1024 ** 3

/** Warns with little space left, relative to the disk and absolutely. `min_free_bytes` fails. */
export const checkDisk = async ({ data_dir }: Config, min_free_bytes = GIB): Promise<Check> => {
  const { bavail, blocks, bsize } = await statfs(data_dir)
  const free = bavail * bsize
  const share = blocks === 0 ? 1 : bavail / blocks
  const finding = `${(free / GIB).toFixed(1)} GiB free (${Math.round(share * 100)} %)`
  const advice = 'Give DATA_DIR a larger disk, or delete old backups and DATA_DIR/ingest.'
  if (free < min_free_bytes) return fail('disk', finding, advice)
  return share < 0.1 && free < 20 * min_free_bytes ? warn('disk', finding, advice) : ok('disk', finding)
}
