/** A board, for its team or for anyone with its link. `/project/…` is the older address of the same page. */
import { Bookmark } from 'lucide-react'
import { useSearchParams } from 'react-router'

import { ClipGrid } from '#catalog/clip-grid.tsx'
import { requireCanonicalPath, requireId } from '#catalog/page-urls.ts'
import { toSharedImage } from '#catalog/structured-data.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { useCall } from '#platform/http/query.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

import { type Board, getBoard, MAX_CLIPS_PER_BOARD } from '../contract.ts'
import { BoardGrid } from '../parts/board-grid.tsx'
import { BoardHead } from '../parts/board-head.tsx'
import { toBoardClips, toMarkNotes } from '../parts/board-marks.ts'
import { boardPath } from '../paths.ts'
import { useDetach } from '../use-boards.ts'
import type { Route } from './+types/board'

import styles from './board.module.css'

/** Names the clips that left the shop, until the user confirms. */
const UnavailableClipsNotice = ({ board }: { board: Board }) => {
  const detach = useDetach()
  const names = new Intl.ListFormat('en').format(board.gone.map(({ name }) => `“${name}”`))
  return (
    <div className={styles.notice}>
      <Banner
        title={board.gone.length === 1 ? 'A clip left this board' : 'Some clips left this board'}
        action={
          <Button size="sm" onClick={() => detach.mutate({ board, clip_ids: board.gone.map(({ id }) => id) })}>
            OK
          </Button>
        }
      >
        {names} {board.gone.length === 1 ? 'is' : 'are'} no longer in the shop.
      </Banner>
    </div>
  )
}

const toInput = (id: string, key: string | null) => ({
  params: { id },
  // All clips on one page, so that they can be arranged.
  query: { per_page: String(MAX_CLIPS_PER_BOARD), ...(key !== null && { key }) },
})

export const loader = async (args: Route.LoaderArgs) => {
  const { pathname, searchParams } = args.url
  const board = await callForPage(args, getBoard, toInput(requireId(args.params.id), searchParams.get('key')))
  requireCanonicalPath(boardPath(board.data, pathname.startsWith('/project/') ? 'project' : 'board'), args.url)
  return board
}

export const meta = ({ loaderData, ...page }: Route.MetaArgs) => {
  if (!loaderData) return []
  const board = loaderData.data
  return pageMeta(page, {
    title: board.name,
    description: `A board of ${board.clip_count === 1 ? '1 clip' : `${board.clip_count} clips`}.`,
    path: boardPath(board),
    image: toSharedImage(board.clips[0]?.movie.public_paths),
    noindex: true,
  })
}

export default function BoardPage({ loaderData, params }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const input = toInput(params.id, search.get('key'))
  const board = useCall(getBoard, input, { initial: loaderData }).data?.data ?? loaderData.data
  return (
    <div className={styles.page}>
      <BoardHead board={board} />
      {board.gone.length > 0 && <UnavailableClipsNotice board={board} />}
      {board.clips.length === 0 ? <EmptyBoard board={board} /> : <BoardClips board={board} />}
    </div>
  )
}

const BoardClips = ({ board }: { board: Board }) =>
  board.can_change ? (
    <BoardGrid board={board} />
  ) : (
    <ClipGrid clips={toBoardClips(board)} label={`Clips of ${board.name}`} notes={toMarkNotes(board)} />
  )

const EmptyBoard = ({ board }: { board: Board }) => (
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
