/** `npm run ingest -- <folder>`: puts footage into the shop. Stop it as you like: the same command goes on from there. */
import { realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { at_once, ingestAll } from '../../src/catalog/ingest/batch.server.ts'
import { ingestJobs } from '../../src/catalog/ingest/jobs.server.ts'
import { planIngest } from '../../src/catalog/ingest/plan.server.ts'
import { progressLine } from '../../src/catalog/ingest/progress.ts'
import { ingest_job } from '../../src/catalog/ingest/queue.ts'
import { isGood, outcomeText, reportLines, type Ended } from '../../src/catalog/ingest/report.ts'
import { printable } from '../../src/catalog/ingest/words.ts'
import { countTerms } from '../../src/catalog/search-terms.server.ts'
import { openShop } from '../../src/main.ts'
import { needPrograms } from '../../src/media/ffmpeg.server.ts'
import { messageOf } from '../../src/platform/message.ts'
import { freePlace } from './place.ts'

const usage = `npm run ingest -- <folder> [--manifest file.csv] [options]

Looks for video files below the folder, checks them, makes their renditions and saves them as clips, in review.
The same command again goes on where it stopped, and leaves alone what is in the shop already.

  --manifest file.csv   what is said of the clips, a row for each; only files that it names are put in
  --filmmaker "Name"    who filmed what neither the manifest nor a folder tells
  --shoot "Name"        their shoot, in place of the folder's name
  --category "Name"     a category of the shop for what has none
  --publish             publish at once, in place of leaving the clips in review (needs a manifest)
  --new-categories      make categories that the shop does not have
  --again               try those again that were refused before
  --queue               leave the work to the shop's workers

Columns: file, name, description, filmmaker, shoot, scene, category, subcategory, keywords, camera_look, motion,
time_of_day, location_type, people, releases, loopable, flashing, production, tier, log, publish. Only file must be there.
Without a manifest the folder that a file lies in names its shoot, and the one above it its filmmaker.`

const env = process.env
env['NODE_ENV'] ??= 'production'
const redraw_ms = 500
const stopped_by_hand = 130

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
  const [given, ...more] = positionals
  if (values.help) return { values, folder: undefined }
  if (given === undefined || more.length > 0) throw new Error(`Name one folder.\n\n${usage}`)
  const folder = path.resolve(given)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`${folder} is not a folder.`)
  return { values, folder }
}

/** On a terminal a bar that stays at the bottom, else a line for each file. */
const openScreen = () => {
  const { stdout } = process
  const clear = () => void (stdout.isTTY && stdout.write('\r\u001B[K'))
  return {
    isBar: stdout.isTTY,
    say: (line: string) => {
      clear()
      console.log(line)
    },
    bar: (draw: (width: number) => string) => {
      if (!stdout.isTTY) return
      clear()
      stdout.write(draw((stdout.columns || 80) - 1))
    },
    clear,
  }
}

const holdsNobody = async () => {
  await freePlace(env).catch((error: unknown) => {
    throw new Error(
      `${messageOf(error)}\nA shop on PostgreSQL (DATABASE_URL) can stay open while footage is put in; this one has to be stopped first.`,
      { cause: error },
    )
  })
}

const run = async (): Promise<number> => {
  const { values, folder } = readArguments()
  if (folder === undefined) {
    console.log(usage)
    return 0
  }
  if (!values.queue) needPrograms(env)
  await holdsNobody()
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
    if (values.queue) await deps.jobs.start(ingestJobs(deps), { works: false })
    return await takeIn(deps, folder, plan, values)
  } finally {
    if (values.queue) await deps.jobs.stop()
    await close()
  }
}

type Opened = Awaited<ReturnType<typeof openShop>>['deps']
type Plan = Awaited<ReturnType<typeof planIngest>>
type Wish = ReturnType<typeof readArguments>['values']

const takeIn = async (deps: Opened, folder: string, { files, refused, left_alone }: Plan, { again, queue }: Wish) => {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
  const screen = openScreen()
  const began = performance.now()
  const elapsed = () => performance.now() - began
  const progress = {
    total: files.length,
    done: 0,
    total_bytes: files.reduce((sum, file) => sum + file.size_bytes, 0),
    done_bytes: 0,
    worked_bytes: 0,
    worked_ms: 0,
    current: '',
  }
  const draw = () => screen.bar(width => progressLine(progress, width))
  const timer = setInterval(draw, redraw_ms)
  const ended: Ended[] = refused.map(({ file, reason }) => ({
    file,
    outcome: { outcome: 'refused', reason },
    publish: false,
  }))

  await ingestAll(deps, {
    folder,
    files,
    again,
    signal: stop.signal,
    ...(queue && { queue: task => deps.jobs.send(ingest_job, task, { singletonKey: task.sha256 }) }),
    onStart: ({ file }) => {
      progress.current = printable(file)
      draw()
    },
    onDone: ({ file, size_bytes, publish }, outcome, worked_ms) => {
      ended.push({ file, outcome, publish })
      progress.done += 1
      progress.done_bytes += size_bytes
      if (worked_ms > 0) progress.worked_bytes += size_bytes
      progress.worked_ms += worked_ms / at_once
      const isTrouble = outcome.outcome === 'refused' || outcome.outcome === 'failed'
      if (!screen.isBar || isTrouble)
        screen.say(`${progress.done} of ${progress.total}  ${printable(file)}: ${outcomeText({ outcome, publish })}`)
      draw()
    },
  })
  clearInterval(timer)
  screen.clear()
  // Suggestions know the new words at once; a job would find them within the hour.
  if (ended.some(one => one.publish)) await countTerms(deps.db)
  const not_begun = files.length - progress.done
  for (const line of reportLines(ended, { elapsed_ms: elapsed(), left_alone, not_begun })) console.log(line)
  return stop.signal.aborted ? stopped_by_hand : isGood(ended) ? 0 : 1
}

process.exitCode = await run().catch((error: unknown) => {
  console.error(`\n${messageOf(error)}\n`)
  return 1
})
