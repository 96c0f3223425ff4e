import { Link } from 'react-router'

import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { codecName } from '#media/codec-name.ts'
import { Checkbox } from '#ui/checkbox.tsx'

import type { LicensedClip } from '../../clips-contract.ts'
import { assign_first } from '../../policy.ts'
import { sizeOf } from '../../sizes.ts'
import { filesOf, type useChosen } from '../chosen.ts'

import css from './choice-row.module.css'

type Props = { clip: LicensedClip; chosen: ReturnType<typeof useChosen> }

/** A licensed clip with a box for each of its files. */
export const ChoiceRow = ({ clip, chosen }: Props) => {
  const files = filesOf(clip)
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
          <p className={css.soft}>{whyNot(clip)}</p>
        ) : (
          clip.formats.map(({ id, label, width, height, codec, size_bytes, is_to_make }) => (
            <Checkbox
              key={id}
              checked={chosen.has({ clip_id: clip.id, format_id: id })}
              onChange={event =>
                chosen.set(
                  files.filter(file => file.format_id === id),
                  event.target.checked,
                )
              }
            >
              {label} <span className="visually-hidden">of {clip.name}</span>
              <span className={css.spec}>
                {width} × {height}, {codecName(codec)}, {is_to_make && 'about '}
                {sizeOf(size_bytes)}
              </span>
            </Checkbox>
          ))
        )}
      </div>
    </li>
  )
}

const whyNot = ({ refunded, downloads_closed, formats }: LicensedClip) =>
  refunded
    ? 'Refunded, so its license has ended.'
    : (downloads_closed ?? (formats.length === 0 ? 'Its license has ended.' : assign_first))
