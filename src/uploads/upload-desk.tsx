/** Where masters are sent from: a place to drop them, and all that was sent with how it stands. */
import { Film, Upload } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { Link, useRevalidator } from 'react-router'

import { Banner } from '#ui/banner.tsx'
import { cx } from '#ui/cx.ts'
import { EmptyState } from '#ui/empty-state.tsx'

import type { Progress, UploadRow } from './contract.ts'
import { most_bytes, sizeWords } from './limits.ts'
import type { FileFacts } from './parts/same-file.ts'
import { UploadLine } from './parts/upload-line.tsx'
import { useSending } from './parts/use-sending.ts'

import css from './upload-desk.module.css'

const look_again_ms = 2_000
const kinds = 'video/*,.mov,.mp4,.m4v,.mxf,.mkv,.webm'

type UploadDeskProps = {
  rows: readonly UploadRow[]
  pagination: { page: number; total: number; total_pages: number }
  /** Why nothing can be sent here now. */
  closed: string | null
  /** Where a clip is described or looked at. */
  clipAddress: (clip: NonNullable<UploadRow['clip']>) => string
  /** What can be taken away again of a clip that is not in the shop yet; for its filmmaker alone. */
  acts?: (row: UploadRow, onChanged: () => Promise<void>) => ReactNode
  /** Whose footage each is, and who sent it. */
  showsWho?: boolean
  begin: (facts: FileFacts) => Promise<Progress>
  /** What is said of all files before they are chosen. */
  children: ReactNode
  /** While there is nothing in the list. */
  none: string
}

export const UploadDesk = ({
  rows,
  pagination,
  closed,
  clipAddress,
  acts,
  showsWho = false,
  begin,
  children,
  none,
}: UploadDeskProps) => {
  const { revalidate } = useRevalidator()
  const { ways, problems, ...hand } = useSending({ begin, onChanged: revalidate })
  const isChecking = rows.some(({ state }) => state === 'checking')
  useEffect(() => {
    if (!isChecking) return
    const timer = setTimeout(() => void revalidate(), look_again_ms)
    return () => clearTimeout(timer)
  }, [isChecking, rows, revalidate])
  return (
    <>
      {closed !== null ? (
        <Banner kind="danger">{closed}</Banner>
      ) : (
        <div className={css.send}>
          <div className={css.about}>{children}</div>
          <Drop onFiles={files => void hand.choose(files)} />
        </div>
      )}
      {problems.map(text => (
        <Banner key={text} kind="danger">
          {text}
        </Banner>
      ))}
      {rows.length === 0 ? (
        <EmptyState icon={Film} title="No uploads yet">
          {none}
        </EmptyState>
      ) : (
        <ul className={css.list} aria-label="Uploads">
          {rows.map(row => (
            <UploadLine
              key={row.id}
              row={row}
              way={ways.get(row.id)}
              address={row.clip && clipAddress(row.clip)}
              showsWho={showsWho}
              acts={acts?.(row, revalidate)}
              onPause={() => hand.pause(row.id)}
              onResume={() => hand.resume(row.id)}
              onFile={file => hand.goOn(row, file)}
              onCheck={() => void hand.check(row.id)}
              onRemove={() => void hand.remove(row.id)}
            />
          ))}
        </ul>
      )}
      <Pages {...pagination} />
    </>
  )
}

/** The whole place is the browser's own control: it takes what is dropped, too. */
const Drop = ({ onFiles }: { onFiles: (files: File[]) => void }) => {
  const [isOver, setOver] = useState(false)
  return (
    <label className={cx(css.drop, isOver && css.over)}>
      <Upload aria-hidden strokeWidth={1.5} />
      <span className={css.call}>
        <strong>Choose masters</strong> or drop them here
      </span>
      <span className={css.limits}>ProRes, DNxHR, H.264 or HEVC, up to {sizeWords(most_bytes)} each</span>
      <input
        type="file"
        multiple
        accept={kinds}
        aria-label="Choose masters"
        className={css.input}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // The same file may be chosen again.
          currentTarget.value = ''
        }}
      />
    </label>
  )
}

const Pages = ({ page, total, total_pages }: UploadDeskProps['pagination']) =>
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
