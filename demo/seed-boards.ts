/** Seeds boards of the demo's people. */
import { attachClips } from '../src/boards/board-clips.server.ts'
import { createBoard, setFavorite } from '../src/boards/boards.server.ts'
import type { WorkspaceRole } from '../src/platform/actor.ts'
import { DAY_MS } from '../src/platform/clock.ts'
import type { Trx } from '../src/platform/db/database.server.ts'
import type { Deps } from '../src/platform/deps.ts'
import { soloBuyer } from './people.ts'

type DemoBoard = {
  email: string
  name: string
  clips: string[]
  favorite?: boolean
  /** Clips that a teammate added yesterday: an event for the board's owner. */
  added?: { email: string; clips: string[] }
}

const demoBoards: DemoBoard[] = [
  {
    email: soloBuyer.email,
    name: 'Opening titles, night version',
    favorite: true,
    clips: [
      'city-aerial-night',
      'neon-street-magenta',
      'rain-window-city',
      'night-drive-bokeh',
      'neon-street-vertical',
      'snowfall-street-night',
      'city-aerial-blue-hour',
      'night-drive-vertical',
    ],
  },
  {
    email: 'mara@northlight.example',
    name: 'Tidewater: mood',
    clips: [
      'open-ocean-dusk',
      'shoreline-black-sand',
      'underwater-god-rays',
      'open-ocean-overcast',
      'jellyfish-blue',
      'shoreline-golden',
    ],
  },
  {
    email: 'jonas@northlight.example',
    name: 'Tidewater: last scene',
    clips: ['shoreline-golden', 'open-ocean-dusk'],
    added: { email: 'mara@northlight.example', clips: ['underwater-god-rays', 'jellyfish-blue'] },
  },
]

export const seedBoards = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  db.transaction().execute(async trx => {
    for (const board of demoBoards) await seedBoard(trx, board, clock.now())
  })

const seedBoard = async (trx: Trx, { email, name, clips, favorite, added }: DemoBoard, now: Date) => {
  const owner = await findMember(trx, email)
  if (!owner) return
  const id = await createBoard(trx, owner, name, now)
  await attachClips(trx, owner, id, await findClipIds(trx, clips), null, now)
  if (favorite) await setFavorite(trx, owner, id, true)
  const teammate = added && (await findMember(trx, added.email))
  if (!teammate) return
  const yesterday = new Date(now.getTime() - DAY_MS)
  await attachClips(trx, teammate, id, await findClipIds(trx, added.clips), null, yesterday)
}

const findMember = (trx: Trx, email: string) =>
  trx
    .selectFrom('users as u')
    .innerJoin('current_workspaces as c', 'c.user_id', 'u.id')
    .innerJoin('workspace_members as m', join =>
      join.onRef('m.workspace_id', '=', 'c.workspace_id').onRef('m.user_id', '=', 'u.id'),
    )
    .where('u.email', '=', email)
    .select(['u.id as user_id', 'c.workspace_id', 'm.role as workspace_role'])
    .$narrowType<{ workspace_role: WorkspaceRole }>()
    .executeTakeFirst()

/** Returns the ids in the order of the slugs. */
const findClipIds = async (trx: Trx, slugs: readonly string[]): Promise<number[]> => {
  const rows = await trx.selectFrom('clips').where('slug', 'in', slugs).select(['id', 'slug']).execute()
  return slugs.flatMap(slug => rows.find(row => row.slug === slug)?.id ?? [])
}
