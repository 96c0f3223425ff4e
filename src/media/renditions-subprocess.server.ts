/** Creates renditions in a subprocess, so that a bad file cannot bring down the shop. */
import { spawn } from 'node:child_process'
import path from 'node:path'

import { minimalEnvironment, type Programs } from './ffmpeg.server.ts'
import { readManifest } from './manifest.server.ts'
import type { RenditionSet } from './rendition-set.ts'
import type { RenditionInput, RenditionOptions, RenditionStep } from './renditions.server.ts'
import { UnusableFootage } from './unusable-footage.ts'

/** The job, passed to the subprocess as its only argument. */
export type RenditionJob = RenditionInput & { programs: Programs }
/** A progress message of the subprocess, one per line. */
export type RenditionProgress = { step: RenditionStep; percent: number | null }
/** The last message of the subprocess, on its own line. */
export type RenditionOutcome = { outcome: 'made' } | { outcome: 'unusable' | 'failed'; message: string }

const MAX_STDERR = 4_000
const MAX_STDOUT = 100_000

const parseOutcome = (output: string): RenditionOutcome | undefined => {
  try {
    return JSON.parse(output.trim().split('\n').at(-1) ?? '') as RenditionOutcome
  } catch {
    return undefined
  }
}

/** Returns a function that takes chunks of output and reports the progress in each complete line. */
const createLineReader = (onProgress: RenditionOptions['onProgress']) => {
  let buffer = ''
  return (text: string) => {
    const complete = (buffer + text).split('\n')
    buffer = complete.pop() ?? ''
    for (const line of complete) {
      const progress = line.startsWith('{"step"') ? (JSON.parse(line) as RenditionProgress) : undefined
      if (progress) onProgress?.(progress.step, progress.percent)
    }
  }
}

const runSubprocess = (job: RenditionJob, { signal, onProgress }: RenditionOptions) =>
  new Promise<RenditionOutcome>((resolve, reject) => {
    signal?.throwIfAborted()
    // Like the migrations, the script is resolved from the working directory: the server build does not include it.
    const script = path.resolve('src/media/renditions-subprocess-main.server.ts')
    const child = spawn(process.execPath, [script, JSON.stringify(job)], {
      stdio: 'pipe',
      windowsHide: true,
      env: minimalEnvironment(),
    })
    let stdout = ''
    let stderr = ''
    const readLines = createLineReader(onProgress)
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout = (stdout + text).slice(-MAX_STDOUT)
      readLines(text)
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-MAX_STDERR)))
    // The subprocess exits when its stdin closes, and so also when this process dies.
    const stop = () => child.stdin.end()
    child.stdin.on('error', () => {})
    signal?.addEventListener('abort', stop, { once: true })
    child.on('error', reject)
    child.on('close', () => {
      signal?.removeEventListener('abort', stop)
      if (signal?.aborted) reject(new Error('Stopped.'))
      else resolve(parseOutcome(stdout) ?? { outcome: 'failed', message: `The pipeline failed: ${stderr.trim()}` })
    })
  })

/** Like `makeRenditions`, but safe to call in a process that serves requests. */
export async function makeRenditionsInSubprocess(
  job: RenditionJob,
  options: RenditionOptions = {},
): Promise<RenditionSet> {
  const result = await runSubprocess(job, options)
  if (result.outcome === 'unusable') throw new UnusableFootage(result.message)
  if (result.outcome === 'failed') throw new Error(result.message)
  const set = await readManifest(job.folder)
  if (!set) throw new Error('The pipeline left no manifest.')
  return set
}
