/** What stands in place of a page that could not be shown. */
import { useEffect, useState, type CSSProperties, type ReactNode } from 'react'
import { isRouteErrorResponse, Link } from 'react-router'

import { Button } from '#ui/button.tsx'

import { isChunkFailure, mayReload, reloadOnce } from './chunk-guard.ts'

import css from './error-page.module.css'

export const broken = 'There was an issue, please try refreshing the page.'

/** A refusal of ours is a sentence for the person who reads it; of anything else nobody learns more than that it failed. */
const textsOf = (error: unknown) => {
  if (!isRouteErrorResponse(error)) return { title: broken, code: undefined }
  const said = (error.data as { message?: string } | null)?.message
  return { title: error.status < 500 && said ? said : broken, code: `error ${error.status}` }
}

/** `children`: another way out, in place of trying again. */
export const ErrorPage = ({ error, children }: { error?: unknown; children?: ReactNode }) => {
  const [reloads] = useState(() => isChunkFailure(error) && mayReload())
  useEffect(() => {
    if (reloads) reloadOnce()
  }, [reloads])
  if (reloads) return <div className={css.page} aria-busy="true" />
  const { title, code } = textsOf(error)
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
