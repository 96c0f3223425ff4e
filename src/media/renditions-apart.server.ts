/** Renditions made by a process of their own: whatever a file does to it, the shop and the other files go on. */
import { spawn } from 'node:child_process'
import path from 'node:path'

import { bareEnvironment, type Programs } from './ffmpeg.server.ts'
import { readManifest } from './manifest.server.ts'
import type { RenditionSet } from './rendition-set.ts'
import type { Attention, RenditionStep } from './renditions.server.ts'
import { UnusableFootage } from './unusable-footage.ts'

/** What the process is asked for, in its one argument. */
export type Order = { programs: Programs; clip: string; master: string; folder: string }
/** What it says while it works, each on a line of its own. */
export type Said = { step: RenditionStep; percent: number | null }
/** What it says last, on a line of its own. */
export type Outcome = { outcome: 'made' } | { outcome: 'unusable' | 'failed'; message: string }

const MAX_COMPLAINT = 4_000
const MAX_SAID = 100_000

const outcomeIn = (said: string): Outcome | undefined => {
  try {
    return JSON.parse(said.trim().split('\n').at(-1) ?? '') as Outcome
  } catch {
    return undefined
  }
}

/** Tells the whole lines of what comes bit by bit. */
const lines = (heard: Attention['heard']) => {
  let rest = ''
  return (text: string) => {
    const whole = (rest + text).split('\n')
    rest = whole.pop() ?? ''
    for (const line of whole) {
      const said = line.startsWith('{"step"') ? (JSON.parse(line) as Said) : undefined
      if (said) heard?.(said.step, said.percent)
    }
  }
}

const runApart = (order: Order, { signal, heard }: Attention) =>
  new Promise<Outcome>((resolve, reject) => {
    signal?.throwIfAborted()
    // Like the migrations, it is found from the folder that the shop is started in: the server build does not carry it.
    const script = path.resolve('src/media/renditions-process.server.ts')
    const child = spawn(process.execPath, [script, JSON.stringify(order)], {
      stdio: 'pipe',
      windowsHide: true,
      env: bareEnvironment(),
    })
    let said = ''
    let complaint = ''
    const hear = lines(heard)
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-MAX_SAID)
      hear(text)
    })
    child.stderr
      .setEncoding('utf8')
      .on('data', (text: string) => (complaint = (complaint + text).slice(-MAX_COMPLAINT)))
    // It works as long as this stays open: it ends with us, however we end.
    const stop = () => child.stdin.end()
    child.stdin.on('error', () => {})
    signal?.addEventListener('abort', stop, { once: true })
    child.on('error', reject)
    child.on('close', () => {
      signal?.removeEventListener('abort', stop)
      if (signal?.aborted) reject(new Error('Stopped.'))
      else resolve(outcomeIn(said) ?? { outcome: 'failed', message: `The pipeline broke down: ${complaint.trim()}` })
    })
  })

/** As `makeRenditions`, and just as well called from a process that serves people meanwhile. */
export async function makeRenditionsApart(order: Order, attention: Attention = {}): Promise<RenditionSet> {
  const answer = await runApart(order, attention)
  if (answer.outcome === 'unusable') throw new UnusableFootage(answer.message)
  if (answer.outcome === 'failed') throw new Error(answer.message)
  const set = await readManifest(order.folder)
  if (!set) throw new Error('The pipeline left no manifest.')
  return set
}
