/** One upload with how it stands and what can be done now. */
import { Pause, Play, Trash2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { clipPath } from '#catalog/paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { StateWord } from '#ui/state-word.tsx'

import type { UploadRow } from '../contract.ts'
import { sizeWords } from '../limits.ts'
import { checkSteps, stepWords } from '../progress.ts'
import { mayDo, uploadStates } from '../states.ts'
import type { OnItsWay } from './use-sending.ts'

import css from './upload-line.module.css'

type UploadLineProps = {
  row: UploadRow
  /** While this page sends it. */
  way: OnItsWay | undefined
  address: string | null
  showsWho: boolean
  acts: ReactNode
  onPause: () => void
  onResume: () => void
  onFile: (file: File) => void
  /** Has it checked again. */
  onCheck: () => void
  onRemove: () => void
}

export const UploadLine = ({ row, way, address, showsWho, acts, ...hand }: UploadLineProps) => {
  const { file_name, size_bytes, shoot, filmmaker, sent_by, state, clip } = row
  const name = clip?.name ?? file_name
  return (
    <li className={css.line}>
      <span className={css.thumb}>{clip && <ClipThumb thumbs={clip.thumbs} sizes="96px" />}</span>
      <div className={css.what}>
        <p className={css.name}>{address ? <Link to={address}>{name}</Link> : name}</p>
        <p className={css.facts}>
          {[
            clip && file_name,
            sizeWords(size_bytes),
            showsWho && filmmaker,
            shoot,
            showsWho && (sent_by ?? 'somebody who left'),
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
      </div>
      <div className={css.how}>
        <StateWord tone={uploadStates[state].tone}>{uploadStates[state].label}</StateWord>
        <How row={row} way={way} />
      </div>
      <div className={css.ways}>
        <Ways row={row} way={way} address={address} {...hand} />
        {acts}
      </div>
    </li>
  )
}

const percent = (part: number, whole: number) => `${Math.floor((100 * part) / whole)}%`

const phases: Record<OnItsWay['phase'], string> = {
  waiting: 'Waits for the others',
  reading: 'Reading the file again',
  sending: 'Sending',
  broken: 'The connection broke: it goes on by itself',
  finishing: 'Sent',
  paused: 'Paused',
  failed: 'Stopped',
}

/** "Making its preview and pictures, 42%": step 3 of 4. */
const checkWords = ({ step, percent }: NonNullable<UploadRow['check']>): string =>
  `${stepWords[step]}${percent === null ? '' : `, ${percent}%`} (step ${checkSteps.indexOf(step) + 1} of ${checkSteps.length})`

const waitingWords = (before: number): string =>
  before > 0 ? `${before} ${before === 1 ? 'file is' : 'files are'} before it` : 'It is checked in a moment'

const How = ({ row, way }: Pick<UploadLineProps, 'row' | 'way'>) => {
  const { state, size_bytes, received_bytes, reason, notes, before, check, file_name, is_own } = row
  if (state === 'uploading') {
    const sent = Math.max(way?.sent_bytes ?? 0, way?.phase === 'reading' ? 0 : received_bytes)
    return (
      <>
        <progress
          className={css.progress}
          max={size_bytes}
          value={sent}
          aria-label={`How much of ${file_name} has come`}
        />
        <p className={css.note} role={way?.problem ? 'alert' : undefined}>
          {way?.problem ??
            `${way ? phases[way.phase] : is_own ? 'Broke off' : 'On its way'}, ${percent(sent, size_bytes)} of ${sizeWords(size_bytes)}`}
        </p>
      </>
    )
  }
  if (state === 'checking')
    return (
      <>
        <progress
          className={css.progress}
          {...(typeof check?.percent === 'number' && { max: 100, value: check.percent })}
          aria-label={`${file_name} is checked`}
        />
        <p className={css.note}>{check ? checkWords(check) : waitingWords(before)}</p>
      </>
    )
  const said = reason || notes.join(' ')
  return said && <p className={css.note}>{said}</p>
}

type WaysProps = Omit<UploadLineProps, 'showsWho' | 'acts'>

const Ways = ({ row, way, address, onPause, onResume, onFile, onCheck, onRemove }: WaysProps) => {
  const { state, file_name, clip, is_own } = row
  if (mayDo(state, 'describe') && address)
    return (
      <ButtonLink to={address} size="sm" kind={state === 'needs_details' ? 'primary' : 'secondary'}>
        {state === 'declined' ? 'Correct' : 'Describe'}
        <span className="visually-hidden"> {clip?.name}</span>
      </ButtonLink>
    )
  if (mayDo(state, 'see') && clip) return <Link to={clipPath(clip)}>Its page</Link>
  if (!is_own) return null
  const isStopped = way?.phase === 'paused' || way?.phase === 'failed'
  return (
    <>
      {mayDo(state, 'send') && !way && <Again file_name={file_name} onFile={onFile} />}
      {mayDo(state, 'send') && way && way.phase !== 'finishing' && (
        <IconButton
          icon={isStopped ? Play : Pause}
          label={`${isStopped ? 'Go on with' : 'Pause'} ${file_name}`}
          onClick={isStopped ? onResume : onPause}
        />
      )}
      {mayDo(state, 'check') && (
        <Button size="sm" onClick={onCheck}>
          Check again<span className="visually-hidden"> {file_name}</span>
        </Button>
      )}
      {mayDo(state, 'remove') && (
        <IconButton
          icon={state === 'uploading' ? X : Trash2}
          label={state === 'uploading' ? `Cancel ${file_name}` : `Put ${file_name} away`}
          onClick={onRemove}
        />
      )}
    </>
  )
}

/** A browser forgets where a file was: it has to be shown once more. */
const Again = ({ file_name, onFile }: { file_name: string; onFile: (file: File) => void }) => (
  <label className={css.again}>
    Choose it again to go on
    <input
      type="file"
      aria-label={`Choose ${file_name} again`}
      onChange={({ currentTarget }) => {
        const file = currentTarget.files?.[0]
        if (file) onFile(file)
        currentTarget.value = ''
      }}
    />
  </label>
)
