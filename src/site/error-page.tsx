/** Shown in place of a page that could not be loaded or rendered. */
import { useEffect, useState, type CSSProperties, type ReactNode } from 'react'
import { isRouteErrorResponse, Link } from 'react-router'

import { Button } from '#ui/button.tsx'

import { isChunkFailure, canReload, reloadOnce } from './chunk-guard.ts'

import css from './error-page.module.css'

export const GENERIC_ERROR_TEXT = 'There was an issue, please try refreshing the page.'

/** Refusals carry a message for the user. Every other error shows a generic text without detail. */
const describeError = (error: unknown) => {
  if (!isRouteErrorResponse(error)) return { title: GENERIC_ERROR_TEXT, code: undefined }
  const message = (error.data as { message?: string } | null)?.message
  return { title: error.status < 500 && message ? message : GENERIC_ERROR_TEXT, code: `error ${error.status}` }
}

/** `children` replaces the "Refresh the page" button. */
export const ErrorPage = ({ error, children }: { error?: unknown; children?: ReactNode }) => {
  const [willReload] = useState(() => isChunkFailure(error) && canReload())
  useEffect(() => {
    if (willReload) reloadOnce()
  }, [willReload])
  if (willReload) return <div className={css.page} aria-busy="true" />
  const { title, code } = describeError(error)
  return (
    <div className={css.page}>
      <div className={css.card} aria-hidden="true">
        {Array.from({ length: 8 }, (_, step) => (
          <span key={step} style={{ '--step': step } as CSSProperties} />
        ))}
      </div>
      <div className={css.words}>
        <h1>{title}</h1>
        {code && <p className="mono">{code}</p>}
        <div className={css.ways}>
          {children ?? (
            <Button kind="primary" size="lg" onClick={() => location.reload()}>
              Refresh the page
            </Button>
          )}
          <Link to="/clips" reloadDocument>
            Back to Browse
          </Link>
        </div>
      </div>
    </div>
  )
}
