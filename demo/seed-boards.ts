/** Boards of the demo's people, made and shared as they would. */
import { attachClips } from '../src/boards/board-clips.server.ts'
import { createBoard, setFavorite } from '../src/boards/boards.server.ts'
import type { WorkspaceRole } from '../src/platform/actor.ts'
import type { Trx } from '../src/platform/database.server.ts'
import type { Deps } from '../src/platform/deps.ts'
import { soloBuyer } from './people.ts'

type DemoBoard = {
  email: string
  name: string
  clips: string[]
  favorite?: boolean
  /** Whoever put more clips on it yesterday: news for its maker. */
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
  const maker = await memberWith(trx, email)
  if (!maker) return
  const id = await createBoard(trx, maker, name, now)
  await attachClips(trx, maker, id, await idsOf(trx, clips), null, now)
  if (favorite) await setFavorite(trx, maker, id, true)
  const mate = added && (await memberWith(trx, added.email))
  if (!mate) return
  const yesterday = new Date(now.getTime() - 86_400_000)
  await attachClips(trx, mate, id, await idsOf(trx, added.clips), null, yesterday)
}

const memberWith = (trx: Trx, email: string) =>
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

/** In the order of the slugs. */
const idsOf = async (trx: Trx, slugs: readonly string[]): Promise<number[]> => {
  const rows = await trx.selectFrom('clips').where('slug', 'in', slugs).select(['id', 'slug']).execute()
  return slugs.flatMap(slug => rows.find(row => row.slug === slug)?.id ?? [])
}
