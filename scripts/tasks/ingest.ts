/** `npm run ingest -- <folder>`: ingests footage. It can be stopped at any time; the same command resumes. */
import { realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { openShop } from '../../src/app/main.ts'
import { CONCURRENCY, ingestBatch } from '../../src/ingest/batch.server.ts'
import { ingestJobs } from '../../src/ingest/jobs.server.ts'
import { toPrintable } from '../../src/ingest/metadata.ts'
import { planIngest } from '../../src/ingest/plan.server.ts'
import { formatProgress } from '../../src/ingest/progress.ts'
import { INGEST_JOB } from '../../src/ingest/queue.ts'
import { allSucceeded, formatOutcome, formatReport, isPublished, type FileReport } from '../../src/ingest/report.ts'
import { requirePrograms } from '../../src/media/ffmpeg.server.ts'
import { messageOf } from '../../src/platform/http/error-message.ts'
import { countTerms } from '../../src/search/search-terms.server.ts'
import { checkEnvironment } from './preflight.ts'

const USAGE = `npm run ingest -- <folder> [--manifest file.csv] [options]

Finds video files below the folder, checks them, creates their renditions and saves them as clips in review.
Running the command again resumes where it stopped and skips files that are already in the shop.

  --manifest file.csv   metadata with one row per clip; only files in it are ingested
  --filmmaker "Name"    the filmmaker of files without one in the manifest or folder
  --shoot "Name"        their shoot, instead of the folder's name
  --category "Name"     an existing category for clips without one
  --publish             publish immediately instead of leaving clips in review (needs a manifest)
  --new-categories      create missing categories
  --again               retry files that were refused before
  --queue               leave the work to the shop's workers

Columns: file, name, description, filmmaker, shoot, scene, category, subcategory, keywords, camera_look, motion,
time_of_day, location_type, people, camera, lens, releases, loopable, flashing, production, tier, log, publish. Only file is required.
Without a manifest, a file’s folder names its shoot, and the parent folder its filmmaker.`

const env = process.env
env['NODE_ENV'] ??= 'production'
const REDRAW_MS = 500
const EXIT_SIGINT = 130

const options = {
  manifest: { type: 'string' },
  filmmaker: { type: 'string' },
  shoot: { type: 'string' },
  category: { type: 'string' },
  publish: { type: 'boolean', default: false },
  'new-categories': { type: 'boolean', default: false },
  again: { type: 'boolean', default: false },
  queue: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

const readArguments = () => {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [folderArgument, ...more] = positionals
  if (values.help) return { values, folder: undefined }
  if (folderArgument === undefined || more.length > 0) throw new Error(`Name one folder.\n\n${USAGE}`)
  const folder = path.resolve(folderArgument)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`${folder} is not a folder.`)
  return { values, folder }
}

/** On a terminal a progress bar at the bottom, otherwise one line per file. */
const createScreen = () => {
  const { stdout } = process
  const clear = () => void (stdout.isTTY && stdout.write('\r\u001B[K'))
  return {
    isBar: stdout.isTTY,
    print: (line: string) => {
      clear()
      console.log(line)
    },
    drawBar: (draw: (width: number) => string) => {
      if (!stdout.isTTY) return
      clear()
      stdout.write(draw((stdout.columns || 80) - 1))
    },
    clear,
  }
}

const assertDataUnlocked = async () => {
  await checkEnvironment(env).catch((error: unknown) => {
    throw new Error(
      `${messageOf(error)}\nA shop on PostgreSQL (DATABASE_URL) can stay open during an ingest; this one has to be stopped first.`,
      { cause: error },
    )
  })
}

const run = async (): Promise<number> => {
  const { values, folder } = readArguments()
  if (folder === undefined) {
    console.log(USAGE)
    return 0
  }
  if (!values.queue) requirePrograms(env)
  await assertDataUnlocked()
  const { deps, close } = await openShop(env)
  try {
    const plan = await planIngest(deps.db, {
      ...values,
      folder: realpathSync(folder),
      data_dir: realpathSync(deps.config.data_dir),
      new_categories: values['new-categories'],
    })
    if (plan.mistakes.length > 0) {
      console.error(`Nothing was done yet:\n${plan.mistakes.map(mistake => `  ${mistake}`).join('\n')}`)
      return 1
    }
    if (values.queue) await deps.jobs.start(ingestJobs(deps), { isWorker: false })
    return await ingestFiles(deps, folder, plan, values)
  } finally {
    if (values.queue) await deps.jobs.stop()
    await close()
  }
}

type IngestTaskDeps = Awaited<ReturnType<typeof openShop>>['deps']
type PlannedIngest = Awaited<ReturnType<typeof planIngest>>
type IngestFlags = ReturnType<typeof readArguments>['values']

const ingestFiles = async (
  deps: IngestTaskDeps,
  folder: string,
  { files, refused, left_alone }: PlannedIngest,
  { again, queue }: IngestFlags,
) => {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => controller.abort())
  const screen = createScreen()
  const startedAt = performance.now()
  const elapsed = () => performance.now() - startedAt
  const progress = {
    total: files.length,
    done: 0,
    total_bytes: files.reduce((sum, file) => sum + file.size_bytes, 0),
    done_bytes: 0,
    worked_bytes: 0,
    worked_ms: 0,
    current: '',
  }
  const draw = () => screen.drawBar(width => formatProgress(progress, width))
  const timer = setInterval(draw, REDRAW_MS)
  const results: FileReport[] = refused.map(({ file, reason }) => ({
    file,
    outcome: { outcome: 'refused', reason },
    publish: false,
  }))

  await ingestBatch(deps, {
    folder,
    files,
    again,
    signal: controller.signal,
    ...(queue && { queue: task => deps.jobs.send(INGEST_JOB, task, { singletonKey: task.sha256 }) }),
    onStart: ({ file }) => {
      progress.current = toPrintable(file)
      draw()
    },
    onDone: ({ file, size_bytes, publish }, outcome, worked_ms) => {
      results.push({ file, outcome, publish })
      progress.done += 1
      progress.done_bytes += size_bytes
      if (worked_ms > 0) progress.worked_bytes += size_bytes
      progress.worked_ms += worked_ms / CONCURRENCY
      const isTrouble = outcome.outcome === 'refused' || outcome.outcome === 'failed'
      if (!screen.isBar || isTrouble)
        screen.print(
          `${progress.done} of ${progress.total}  ${toPrintable(file)}: ${formatOutcome({ outcome, publish })}`,
        )
      draw()
    },
  })
  clearInterval(timer)
  screen.clear()
  // Suggestions should include new terms immediately; the hourly job would be late.
  if (results.some(isPublished)) await countTerms(deps.db)
  const notStarted = files.length - progress.done
  for (const line of formatReport(results, { elapsed_ms: elapsed(), left_alone, not_begun: notStarted }))
    console.log(line)
  return controller.signal.aborted ? EXIT_SIGINT : allSucceeded(results) ? 0 : 1
}

process.exitCode = await run().catch((error: unknown) => {
  console.error(`\n${messageOf(error)}\n`)
  return 1
})
