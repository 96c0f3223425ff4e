import { formatBytes } from '#platform/bytes.ts'
import { Button } from '#ui/button.tsx'

import { getFileKey } from '../file-selection.ts'
import type { SavingFile, useSaving } from './use-saving.ts'

import css from './saving-list.module.css'

const stateLabels: Record<SavingFile['state'], string> = {
  waiting: 'Waiting',
  saving: 'Saving',
  stopped: 'Stopped',
  saved: 'Saved',
  failed: 'Not saved',
}

/** The progress of each file that is being saved. */
export const SavingList = ({ rows, isSaving, stop, resume }: ReturnType<typeof useSaving>) => {
  const savedCount = rows.filter(row => row.state === 'saved').length
  const isDone = savedCount === rows.length
  return (
    <section className={css.saving} aria-labelledby="saving">
      <div className={css.head}>
        <h2 id="saving">
          {isDone
            ? 'All files are saved'
            : `${savedCount} of ${rows.length === 1 ? '1 file' : `${rows.length} files`} saved`}
        </h2>
        {isSaving ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          !isDone && (
            <Button kind="primary" onClick={() => void resume()}>
              Go on
            </Button>
          )
        )}
      </div>
      <ul>
        {rows.map(row => (
          <li key={getFileKey(row)} className={css.file}>
            <span className={css.name}>
              {row.clip_id} {row.clip_name}, {row.label}
            </span>
            <span className={css.state}>
              {row.state === 'saving' && row.transcode_percent !== null
                ? `Preparing, ${row.transcode_percent}%`
                : row.state === 'saving' || row.state === 'stopped'
                  ? `${stateLabels[row.state]}, ${formatBytes(row.done_bytes)} of ${formatBytes(row.size_bytes)}`
                  : `${stateLabels[row.state]}, ${formatBytes(row.size_bytes)}`}
            </span>
            <progress
              value={row.state === 'saved' ? 1 : row.done_bytes}
              max={row.state === 'saved' ? 1 : Math.max(row.size_bytes, 1)}
              aria-label={`${row.clip_name}, ${row.label}`}
            />
            {row.why && <p className={css.why}>{row.why}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
