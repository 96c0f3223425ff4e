/** Panel to upload masters: a drop zone and the list of uploads. */
import { Film } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { Link, useRevalidator } from 'react-router'

import { Banner } from '#ui/banner.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

import type { UploadProgress, UploadRow } from './contract.ts'
import { DropZone } from './parts/drop-zone.tsx'
import type { FileIdentity } from './parts/same-file.ts'
import { UploadListItem } from './parts/upload-list-item.tsx'
import { useUploadQueue } from './parts/use-upload-queue.ts'

import css from './upload-panel.module.css'

const POLL_INTERVAL_MS = 2_000

type UploadPanelProps = {
  rows: readonly UploadRow[]
  pagination: { page: number; total: number; total_pages: number }
  /** Why uploads are closed, or null. */
  closed: string | null
  /** Returns the page of a clip. */
  clipAddress: (clip: NonNullable<UploadRow['clip']>) => string
  /** Renders actions on an unpublished clip; only for its filmmaker. */
  renderActions?: (row: UploadRow, onChanged: () => Promise<void>) => ReactNode
  /** Shows the filmmaker and the sender of each upload. */
  showsOwner?: boolean
  begin: (facts: FileIdentity) => Promise<UploadProgress>
  /** Fields that apply to all files, shown before they are chosen. */
  children: ReactNode
  /** Text for an empty list. */
  emptyText: string
}

export const UploadPanel = ({
  rows,
  pagination,
  closed,
  clipAddress,
  renderActions,
  showsOwner = false,
  begin,
  children,
  emptyText,
}: UploadPanelProps) => {
  const { revalidate } = useRevalidator()
  const { transfers, problems, chosen_count, ...queue } = useUploadQueue({ begin, onChanged: revalidate })
  const isChecking = rows.some(({ state }) => state === 'checking')
  useEffect(() => {
    if (!isChecking) return
    const timer = setTimeout(() => void revalidate(), POLL_INTERVAL_MS)
    return () => clearTimeout(timer)
  }, [isChecking, rows, revalidate])
  return (
    <>
      {closed !== null ? (
        <Banner kind="danger">{closed}</Banner>
      ) : (
        <div className={css.send}>
          <div className={css.about}>{children}</div>
          <DropZone onFiles={queue.choose} />
        </div>
      )}
      {problems.map((text, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- two files can have the same name and problem
        <Banner key={i} kind="danger">
          {text}
        </Banner>
      ))}
      {chosen_count > 0 && (
        <p role="status">
          {chosen_count === 1 ? '1 more file waits' : `${chosen_count} more files wait`} for the files before.
        </p>
      )}
      {rows.length === 0 ? (
        <EmptyState icon={Film} title="No uploads yet">
          {emptyText}
        </EmptyState>
      ) : (
        <ul className={css.list} aria-label="Uploads">
          {rows.map(row => (
            <UploadListItem
              key={row.id}
              row={row}
              transfer={transfers.get(row.id)}
              address={row.clip && clipAddress(row.clip)}
              showsOwner={showsOwner}
              draftActions={renderActions?.(row, revalidate)}
              onPause={() => queue.pause(row.id)}
              onResume={() => queue.resume(row.id)}
              onFile={file => queue.resumeWith(row, file)}
              onCheck={() => void queue.check(row.id)}
              onRemove={() => void queue.remove(row.id)}
            />
          ))}
        </ul>
      )}
      <Pages {...pagination} />
    </>
  )
}

const Pages = ({ page, total, total_pages }: UploadPanelProps['pagination']) =>
  total_pages > 1 && (
    <nav className={css.pages} aria-label="Pages of uploads">
      {page > 1 && (
        <Link to={page === 2 ? '?' : `?page=${page - 1}`} preventScrollReset>
          Previous
        </Link>
      )}
      <span>
        Page {page} of {total_pages}, {total} uploads
      </span>
      {page < total_pages && (
        <Link to={`?page=${page + 1}`} preventScrollReset>
          Next
        </Link>
      )}
    </nav>
  )
