import { Button } from '#ui/button.tsx'

import { sizeOf } from '../../sizes.ts'
import { keyOf } from '../chosen.ts'
import type { Saving, useSaving } from './use-saving.ts'

import css from './saving-list.module.css'

const words: Record<Saving['state'], string> = {
  waiting: 'Waiting',
  saving: 'Saving',
  stopped: 'Stopped',
  saved: 'Saved',
  failed: 'Not saved',
}

/** How far each file is on its way to the disk. */
export const SavingList = ({ rows, isSaving, stop, goOn }: ReturnType<typeof useSaving>) => {
  const saved = rows.filter(row => row.state === 'saved').length
  const isDone = saved === rows.length
  return (
    <section className={css.saving} aria-labelledby="saving">
      <div className={css.head}>
        <h2 id="saving">
          {isDone
            ? 'All files are saved'
            : `${saved} of ${rows.length === 1 ? '1 file' : `${rows.length} files`} saved`}
        </h2>
        {isSaving ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          !isDone && (
            <Button kind="primary" onClick={() => void goOn()}>
              Go on
            </Button>
          )
        )}
      </div>
      <ul>
        {rows.map(row => (
          <li key={keyOf(row)} className={css.file}>
            <span className={css.name}>
              {row.clip_id} {row.clip_name}, {row.label}
            </span>
            <span className={css.state}>
              {row.state === 'saving' && row.made_percent !== null
                ? `Being made, ${row.made_percent}%`
                : row.state === 'saving' || row.state === 'stopped'
                  ? `${words[row.state]}, ${sizeOf(row.done_bytes)} of ${sizeOf(row.size_bytes)}`
                  : `${words[row.state]}, ${sizeOf(row.size_bytes)}`}
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
