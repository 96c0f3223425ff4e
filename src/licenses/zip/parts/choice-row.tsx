import { Link } from 'react-router'

import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { codecName } from '#media/codec-name.ts'
import { formatBytes } from '#platform/bytes.ts'
import { Checkbox } from '#ui/checkbox.tsx'

import type { LicensedClip } from '../../contract.ts'
import { ASSIGN_PROJECT_TEXT } from '../../policy.ts'
import { listDownloadableFiles, type useFileSelection } from '../file-selection.ts'

import css from './choice-row.module.css'

type ChoiceRowProps = { clip: LicensedClip; selection: ReturnType<typeof useFileSelection> }

/** A licensed clip with a checkbox for each of its files. */
export const ChoiceRow = ({ clip, selection }: ChoiceRowProps) => {
  const files = listDownloadableFiles(clip)
  const { universal_invoice_number: number } = clip.order
  return (
    <li className={css.row}>
      <div className={css.picture}>
        <ClipThumb thumbs={clip.thumbs} sizes="96px" />
      </div>
      <div className={css.words}>
        <h2 className={css.name}>{clip.name}</h2>
        <p className={css.soft}>
          Clip {clip.id} by {clip.filmmaker}, order <Link to={`/workspace/orders/${number}`}>{number}</Link>
        </p>
      </div>
      <div className={css.formats}>
        {files.length === 0 ? (
          <p className={css.soft}>{getUnavailableReason(clip)}</p>
        ) : (
          clip.formats.map(({ id, label, width, height, codec, size_bytes, needs_transcode }) => (
            <Checkbox
              key={id}
              checked={selection.has({ clip_id: clip.id, format_id: id })}
              onChange={event =>
                selection.set(
                  files.filter(file => file.format_id === id),
                  event.target.checked,
                )
              }
            >
              {label} <span className="visually-hidden">of {clip.name}</span>
              <span className={css.spec}>
                {width} × {height}, {codecName(codec)}, {needs_transcode && 'about '}
                {formatBytes(size_bytes)}
              </span>
            </Checkbox>
          ))
        )}
      </div>
    </li>
  )
}

const getUnavailableReason = ({ refunded, downloads_closed, formats }: LicensedClip) =>
  refunded
    ? 'Refunded, so its license has ended.'
    : (downloads_closed ?? (formats.length === 0 ? 'Its license has ended.' : ASSIGN_PROJECT_TEXT))
