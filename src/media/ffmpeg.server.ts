/** Finds ffmpeg and ffprobe and runs them sandboxed, because their input is untrusted. */
import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'

import { MAX_SIDE_PX } from './checks.ts'
import { UnusableFootage } from './unusable-footage.ts'

export type Programs = { ffmpeg: string; ffprobe: string }
type EnvironmentVariables = Readonly<Record<string, string | undefined>>

const INSTALL_HINT =
  'Install ffmpeg 5.1 or newer (Debian, Ubuntu: apt install ffmpeg; macOS: brew install ffmpeg; Windows: winget install ffmpeg)'

function isExecutable(file: string) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function findOnPath(name: string, env: EnvironmentVariables): string | undefined {
  const names = process.platform === 'win32' ? [`${name}.exe`] : [name]
  const folders = (env.PATH ?? env.Path ?? '').split(path.delimiter).filter(Boolean)
  return folders.flatMap(folder => names.map(n => path.join(folder, n))).find(isExecutable)
}

/** Looks in FFMPEG_PATH and FFPROBE_PATH, then in PATH. Returns null when either program is missing. */
export function findPrograms(env: EnvironmentVariables = process.env): Programs | null {
  const ffmpeg = env.FFMPEG_PATH || findOnPath('ffmpeg', env)
  const ffprobe = env.FFPROBE_PATH || findOnPath('ffprobe', env)
  return ffmpeg && ffprobe && isExecutable(ffmpeg) && isExecutable(ffprobe) ? { ffmpeg, ffprobe } : null
}

/** Returns the programs. Throws an Error with install instructions when one is missing. */
export function requirePrograms(env: EnvironmentVariables = process.env): Programs {
  const programs = findPrograms(env)
  if (!programs)
    throw new Error(`ffmpeg and ffprobe were not found. ${INSTALL_HINT}, or set FFMPEG_PATH and FFPROBE_PATH.`)
  return programs
}

/** Allows only files and pipes, so that a master cannot make the server open URLs, and limits the picture size. */
export const inputGuards = ['-protocol_whitelist', 'file,pipe', '-max_pixels', String(MAX_SIDE_PX ** 2)] as const

const MEMORY_KIB = 8 * 1024 * 1024
const MAX_OUTPUT = 16 * 1024 * 1024
const MAX_STDERR = 32 * 1024

/** On Unix a shell lowers the priority and limits memory and CPU time before it execs the program. */
function sandboxed(program: string, args: readonly string[], limit_ms: number): [string, string[]] {
  if (process.platform === 'win32') return [program, [...args]]
  const cpuSeconds = Math.ceil((limit_ms / 1000) * 8)
  const limits = `ulimit -v ${MEMORY_KIB} 2>/dev/null; ulimit -t ${cpuSeconds} 2>/dev/null; ulimit -c 0`
  return ['/bin/sh', ['-c', `${limits}; exec nice -n 10 "$0" "$@"`, program, ...args]]
}

/** Maps ffmpeg's error output to a sentence for the filmmaker. The first match wins. */
const reasons: readonly [RegExp, string][] = [
  [
    /moov atom not found|Truncated|partial file/i,
    'The file is not complete. Export it again, or upload it again to the end.',
  ],
  [/does not contain any stream|matches no streams/i, 'The file has no picture: it holds no video track.'],
  [/Picture size .* is invalid|max_pixels|dimensions .* not supported/i, 'The picture is larger than we can process.'],
  [
    /Decoder .* not found|Unknown decoder|none codec/i,
    'The video uses a codec that we cannot read. Send ProRes, DNxHR or H.264.',
  ],
  [/not whitelisted/i, 'The file points to other files. Export it as one self-contained file.'],
]
const SERVER_FAULT =
  /No space left|Permission denied|Unknown encoder|Encoder not found|Unrecognized option|Option .* not found|Cannot allocate|while opening encoder/i

/** Classifies a failure: an Error when our server is at fault, UnusableFootage when the file is. */
export function toError(stderr: string): Error {
  const detail = stderr.trim().slice(-2000)
  if (SERVER_FAULT.test(detail)) return new Error(`ffmpeg could not work: ${detail}. ${INSTALL_HINT}.`)
  const reason = reasons.find(([pattern]) => pattern.test(detail))
  return new UnusableFootage(reason?.[1] ?? 'The file seems damaged: it could not be read to its end.', {
    cause: detail,
  })
}

const startError = (detail: string) => new Error(`ffmpeg could not be started: ${detail}. ${INSTALL_HINT}.`)

const allowedVariables = ['PATH', 'Path', 'TMPDIR', 'TEMP', 'TMP', 'LANG', 'SystemRoot']

/** Environment for programs that read untrusted files: no database URLs and no keys. */
export const minimalEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => allowedVariables.includes(name)))

type RunOptions = {
  limit_ms: number
  /** Working directory of the program, for files that it names without a path. */
  cwd?: string | undefined
  /** Kills the program. */
  signal?: AbortSignal | undefined
  /** Called with each chunk of standard output. */
  onOutput?: ((text: string) => void) | undefined
}

/** Returns the progress of a run with `-progress pipe:1`, 0 to 99, from its frame count; undefined when `output` has none. */
export const parseProgress = (output: string, frames: number): number | undefined => {
  const frame = [...output.matchAll(/^frame=\s*(\d+)/gm)].at(-1)?.[1]
  return frame === undefined ? undefined : Math.min(99, Math.floor((Number(frame) * 100) / frames))
}

/** Runs a program and returns its standard output. Kills it after limit_ms. Throws the error that `toError` returns. */
export function run(
  program: string,
  args: readonly string[],
  { limit_ms, cwd, signal, onOutput }: RunOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(...sandboxed(program, args, limit_ms), {
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      env: minimalEnvironment(),
      ...(cwd && { cwd }),
    })
    const stop = () => child.kill('SIGKILL')
    signal?.addEventListener('abort', stop, { once: true })
    let output = ''
    let stderr = ''
    let isTimedOut = false
    const timer = setTimeout(() => {
      isTimedOut = true
      child.kill('SIGKILL')
    }, limit_ms)
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      onOutput?.(text)
      if (output.length > MAX_OUTPUT) child.kill('SIGKILL')
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-MAX_STDERR)
    })
    child.on('error', error => {
      clearTimeout(timer)
      reject(startError(error.message))
    })
    child.on('close', (code, exitSignal) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      if (signal?.aborted) reject(new Error('Stopped.'))
      else if (code === 0) resolve(output)
      else if (code === 126 || code === 127) reject(startError(stderr.trim()))
      else if (isTimedOut)
        reject(new UnusableFootage('The file took too long to read. Send a shorter or a simpler export.'))
      else if (exitSignal)
        reject(new UnusableFootage('The file is too heavy to process.', { cause: `${exitSignal} ${stderr}` }))
      else reject(toError(stderr))
    })
  })
}
