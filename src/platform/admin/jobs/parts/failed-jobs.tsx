/** Failed jobs: staff can retry or discard each, and retry all of a kind. */
import { lazy, Suspense, useState } from 'react'
import { Form, Link, useRevalidator, useSearchParams } from 'react-router'

import { AdminPagination } from '#ui/admin/admin-pagination.tsx'
import { submitFilters } from '#ui/admin/admin-search-field.tsx'
import { formatDateTime } from '#ui/admin/format-date.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select.tsx'
import { useToast } from '#ui/toast.tsx'

import { call } from '../../../http/call.ts'
import { toUserMessage } from '../../../http/user-message.ts'
import { discardFailedJob, retryFailedJob, retryFailedJobs, type FailedJob } from '../contract.ts'
import { PayloadFields } from './payload-fields.tsx'

import page from '#ui/admin/detail-page.module.css'
import css from '../pages/jobs.module.css'

const ReasonDialog = lazy(() => import('#ui/admin/reason-dialog.tsx').then(part => ({ default: part.ReasonDialog })))

type FailedJobsProps = {
  jobs: readonly FailedJob[]
  pagination: { page: number; total: number; total_pages: number }
  /** Kinds with failed jobs, and how many. */
  kinds: readonly { name: string; failed: number }[]
  name: string | undefined
}

/** Runs an action, shows its result or error in a toast, and reloads the page. */
export const useAction = () => {
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [busy, setBusy] = useState<string>()
  const run = async (key: string, action: () => Promise<string>) => {
    setBusy(key)
    try {
      toast(await action(), { kind: 'success' })
    } catch (error) {
      toast(toUserMessage(error, 'Something went wrong.'), { kind: 'danger' })
    }
    await revalidate()
    setBusy(undefined)
  }
  return { busy, run }
}

export const FailedJobs = ({ jobs, pagination, kinds, name }: FailedJobsProps) => {
  const [params] = useSearchParams()
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const { busy, run } = useAction()
  const [jobToDiscard, setJobToDiscard] = useState<FailedJob>()
  const retryAll = (kind: string) =>
    run('all', async () => {
      const { moved } = (await call(retryFailedJobs, { body: { name: kind } })).data
      return moved === 1 ? '1 job was queued again.' : `${moved} jobs were queued again.`
    })
  return (
    <section aria-labelledby="given-up">
      <header className={css.head}>
        <h2 id="given-up">Failed jobs</h2>
        {kinds.length > 0 && (
          <Form method="get" action="/admin/jobs" className={css.filter} key={params.toString()}>
            <SelectField dense label="Kind" labelHidden name="name" defaultValue={name ?? ''} onChange={submitFilters}>
              <option value="">All kinds</option>
              {kinds.map(({ name, failed }) => (
                <option key={name} value={name}>
                  {name} ({failed})
                </option>
              ))}
            </SelectField>
          </Form>
        )}
        {name !== undefined && jobs.length > 0 && (
          <Button busy={busy === 'all' && 'Retrying…'} onClick={() => void retryAll(name)}>
            Retry all of this kind
          </Button>
        )}
      </header>
      {jobs.length === 0 ? (
        <p className={page.none}>
          {name === undefined ? (
            'No failed jobs.'
          ) : (
            <>
              No failed jobs of this kind. <Link to="/admin/jobs">Show all kinds</Link>
            </>
          )}
        </p>
      ) : (
        <ul className={css.list} aria-labelledby="given-up">
          {jobs.map(job => (
            <li key={job.id}>
              <div className={css.what}>
                <h3 className="mono">{job.name}</h3>
                <p className={css.when}>
                  <span className="mono">{formatDateTime(job.failed_at)}</span>, after {job.tries}{' '}
                  {job.tries === 1 ? 'try' : 'tries'}
                  {job.sent_at && (
                    <>
                      {' '}
                      since <span className="mono">{formatDateTime(job.sent_at)}</span>
                    </>
                  )}
                  {job.event_id !== null && `, for event ${job.event_id}`}
                </p>
              </div>
              <p className={css.error}>{job.error}</p>
              <PayloadFields fields={job.facts} />
              <div className={css.ways}>
                <Button
                  size="sm"
                  busy={busy === job.id && 'Retrying…'}
                  aria-label={`Retry: ${job.name}`}
                  onClick={() =>
                    void run(job.id, async () => {
                      await call(retryFailedJob, { params: { id: job.id } })
                      return `${job.name} was queued again.`
                    })
                  }
                >
                  Retry
                </Button>
                <Button size="sm" kind="quiet" aria-label={`Discard: ${job.name}`} onClick={() => setJobToDiscard(job)}>
                  Discard
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <AdminPagination {...pagination} labels={['Newer', 'Older']} label="Pages of failed jobs" />
      <Suspense>
        {jobToDiscard && (
          <ReasonDialog
            title={`Discard ${jobToDiscard.name}`}
            what="It can never be retried. The audit log keeps its payload."
            confirm="Discard"
            busy="Discarding…"
            danger
            onClose={() => setJobToDiscard(undefined)}
            onConfirm={async reason => {
              await call(discardFailedJob, { params: { id: jobToDiscard.id }, body: { reason } })
              await revalidate()
              toast(`${jobToDiscard.name} was discarded.`, { kind: 'success' })
            }}
          />
        )}
      </Suspense>
    </section>
  )
}
