/** The user's boards in this workspace, and those of the team. `/projects` is the older address of the same page. */
import { Bookmark, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, redirect } from 'react-router'

import { callForPage, pageMeta } from '#platform/http/page.ts'
import { useCall } from '#platform/http/query.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

import { listBoards, type BoardCard } from '../contract.ts'
import { BoardTile } from '../parts/board-tile.tsx'
import type { Route } from './+types/boards'

import styles from './boards.module.css'

const ownBoardsInput = { query: { of: 'me', favorites: '1' } } as const
const teamBoardsInput = { query: { of: 'team', favorites: '1' } } as const
/** The tiles that roughly fit the first screen. */
const EAGER_TILES = 4
/** Up to this many boards are shown larger, next to a tile for a new one. */
const MAX_LARGE_TILES = 2

export const loader = async (args: Route.LoaderArgs) => {
  try {
    const [own, others] = await Promise.all([
      callForPage(args, listBoards, ownBoardsInput),
      callForPage(args, listBoards, teamBoardsInput),
    ])
    return { own, others }
  } catch (error) {
    // Users who may have no boards can still browse.
    if (isForbidden(error)) throw redirect('/clips')
    throw error
  }
}

const isForbidden = (error: unknown) =>
  typeof error === 'object' && error !== null && 'init' in error && (error.init as ResponseInit | null)?.status === 403

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Boards', path: '/boards', noindex: true })

export default function Boards({ loaderData }: Route.ComponentProps) {
  const own = useCall(listBoards, ownBoardsInput, { initial: loaderData.own }).data?.data ?? []
  const others = useCall(listBoards, teamBoardsInput, { initial: loaderData.others }).data?.data ?? []
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Boards</h1>
        {own.length > MAX_LARGE_TILES && (
          <ButtonLink to="?modal=newProject" kind="primary" size="lg" preventScrollReset>
            <Plus aria-hidden />
            New board
          </ButtonLink>
        )}
      </header>
      {own.length > 0 ? (
        <BoardTiles boards={own} label="Your boards" next={own.length <= MAX_LARGE_TILES && <NewBoardTile />} />
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
          <BoardTiles boards={others} label="Boards of your team" />
        </section>
      )}
    </div>
  )
}

type BoardTilesProps = { boards: readonly BoardCard[]; label: string; next?: ReactNode }

const BoardTiles = ({ boards, label, next }: BoardTilesProps) => (
  <ul className={styles.tiles} aria-label={label} data-few={boards.length <= MAX_LARGE_TILES || undefined}>
    {boards.map((board, index) => (
      <BoardTile key={board.id} board={board} eager={index < EAGER_TILES} />
    ))}
    {next && <li>{next}</li>}
  </ul>
)

const NewBoardTile = () => (
  <Link to="?modal=newProject" className={styles.next} preventScrollReset>
    <span className={styles.frame}>
      <Plus aria-hidden />
    </span>
    <span className={styles.name}>New board</span>
    <span className={styles.note}>For a pitch, a scene or a mood.</span>
  </Link>
)
