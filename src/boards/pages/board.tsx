/** One board: for its team, or for anyone who has its link; `/project/…` is the same page under its older name. */
import { Bookmark } from 'lucide-react'
import { useSearchParams } from 'react-router'

import { ClipGrid } from '#catalog/clip-grid.tsx'
import { gridClip } from '#catalog/grid-clip.ts'
import { idIn, insistOn } from '#catalog/page-address.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { useCall } from '#platform/query.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

import { getBoard, most_clips, type Board } from '../contract.ts'
import { BoardGrid } from '../parts/board-grid.tsx'
import { BoardHead } from '../parts/board-head.tsx'
import { GoneNotice } from '../parts/gone-notice.tsx'
import { boardPath } from '../paths.ts'
import type { Route } from './+types/board'

import styles from './board.module.css'

const inputOf = (id: string, key: string | null) => ({
  params: { id },
  // All of it on one page, to be put in order.
  query: { per_page: String(most_clips), ...(key !== null && { key }) },
})

export const loader = async (args: Route.LoaderArgs) => {
  const { pathname, searchParams } = args.url
  const board = await pageCall(args, getBoard, inputOf(idIn(args.params.id), searchParams.get('key')))
  insistOn(boardPath(board.data, pathname.startsWith('/project/') ? 'project' : 'board'), args.url)
  return board
}

export const meta = ({ loaderData, ...page }: Route.MetaArgs) => {
  if (!loaderData) return []
  const board = loaderData.data
  return pageMeta(page, {
    title: board.name,
    description: `A board of ${board.clip_count === 1 ? '1 clip' : `${board.clip_count} clips`}.`,
    path: boardPath(board),
    image: board.clips[0]?.movie.public_paths.poster,
    noindex: true,
  })
}

export default function BoardPage({ loaderData, params }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const input = inputOf(params.id, search.get('key'))
  const board = useCall(getBoard, input, { initial: loaderData }).data?.data ?? loaderData.data
  return (
    <div className={styles.page}>
      <BoardHead board={board} />
      {board.gone.length > 0 && <GoneNotice board={board} />}
      {board.clips.length === 0 ? <Empty board={board} /> : <Clips board={board} />}
    </div>
  )
}

const Clips = ({ board }: { board: Board }) =>
  board.can_change ? (
    <BoardGrid board={board} />
  ) : (
    <ClipGrid clips={board.clips.map(gridClip)} label={`Clips of ${board.name}`} />
  )

const Empty = ({ board }: { board: Board }) => (
  <EmptyState
    icon={Bookmark}
    title="Nothing on this board yet"
    action={
      <ButtonLink to="/clips" kind="primary" size="lg">
        Browse clips
      </ButtonLink>
    }
  >
    {board.can_change && 'Press the bookmark on any clip to put it here.'}
  </EmptyState>
)
