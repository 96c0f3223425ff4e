/** One's boards in this workspace, and those of the team; `/projects` is the same page under its older name. */
import { Bookmark, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, redirect } from 'react-router'

import { pageCall, pageMeta } from '#platform/page.ts'
import { useCall } from '#platform/query.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

import { listBoards, type BoardCard } from '../contract.ts'
import { BoardTile } from '../parts/board-tile.tsx'
import type { Route } from './+types/boards'

import styles from './boards.module.css'

const mine = { query: { of: 'me', favorites: '1' } } as const
const team = { query: { of: 'team', favorites: '1' } } as const
/** About what fits the first screen. */
const eager_tiles = 4
/** So few are shown larger, with room for the next one beside them. */
const few = 2

export const loader = async (args: Route.LoaderArgs) => {
  try {
    const [own, others] = await Promise.all([pageCall(args, listBoards, mine), pageCall(args, listBoards, team)])
    return { own, others }
  } catch (error) {
    // Whoever may have no boards still may look around.
    if (isRefusal(error)) throw redirect('/clips')
    throw error
  }
}

const isRefusal = (error: unknown) =>
  typeof error === 'object' && error !== null && 'init' in error && (error.init as ResponseInit | null)?.status === 403

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Boards', path: '/boards', noindex: true })

export default function Boards({ loaderData }: Route.ComponentProps) {
  const own = useCall(listBoards, mine, { initial: loaderData.own }).data?.data ?? []
  const others = useCall(listBoards, team, { initial: loaderData.others }).data?.data ?? []
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Boards</h1>
        {own.length > few && (
          <ButtonLink to="?modal=newProject" kind="primary" size="lg" preventScrollReset>
            <Plus aria-hidden />
            New board
          </ButtonLink>
        )}
      </header>
      {own.length > 0 ? (
        <Tiles boards={own} label="Your boards" next={own.length <= few && <NewBoard />} />
      ) : (
        <EmptyState
          icon={Bookmark}
          title="No boards yet"
          action={
            <>
              <ButtonLink to="?modal=newProject" kind="primary" size="lg" preventScrollReset>
                New board
              </ButtonLink>
              <ButtonLink to="/clips" size="lg">
                Browse clips
              </ButtonLink>
            </>
          }
        >
          Collect shots for a pitch, a scene or a mood, put them in order, and share them with a link.
        </EmptyState>
      )}
      {others.length > 0 && (
        <section aria-labelledby="team" className={styles.team}>
          <h2 id="team">From your team</h2>
          <Tiles boards={others} label="Boards of your team" />
        </section>
      )}
    </div>
  )
}

type TilesProps = { boards: readonly BoardCard[]; label: string; next?: ReactNode }

const Tiles = ({ boards, label, next }: TilesProps) => (
  <ul className={styles.tiles} aria-label={label} data-few={boards.length <= few || undefined}>
    {boards.map((board, place) => (
      <BoardTile key={board.id} board={board} eager={place < eager_tiles} />
    ))}
    {next && <li>{next}</li>}
  </ul>
)

const NewBoard = () => (
  <Link to="?modal=newProject" className={styles.next} preventScrollReset>
    <span className={styles.frame}>
      <Plus aria-hidden />
    </span>
    <span className={styles.name}>New board</span>
    <span className={styles.note}>For a pitch, a scene or a mood.</span>
  </Link>
)
