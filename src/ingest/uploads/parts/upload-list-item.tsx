/** One upload in the list, with its state and available actions. */
import { Pause, Play, Trash2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { clipPath } from '#catalog/paths.ts'
import { formatBytes } from '#platform/bytes.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { StatusLabel } from '#ui/status-label.tsx'

import type { UploadRow } from '../contract.ts'
import { checkSteps, stepLabels } from '../progress.ts'
import { canDo, uploadStates } from '../states.ts'
import type { UploadTransfer } from './use-upload-queue.ts'

import css from './upload-list-item.module.css'

type UploadListItemProps = {
  row: UploadRow
  /** Set while this page sends the file. */
  transfer: UploadTransfer | undefined
  address: string | null
  showsOwner: boolean
  draftActions: ReactNode
  onPause: () => void
  onResume: () => void
  onFile: (file: File) => void
  /** Retries the check. */
  onCheck: () => void
  onRemove: () => void
}

export const UploadListItem = ({
  row,
  transfer,
  address,
  showsOwner,
  draftActions,
  ...handlers
}: UploadListItemProps) => {
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
            formatBytes(size_bytes),
            showsOwner && filmmaker,
            shoot,
            showsOwner && (sent_by ?? 'former user'),
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
      </div>
      <div className={css.how}>
        <StatusLabel tone={uploadStates[state].tone}>{uploadStates[state].label}</StatusLabel>
        <UploadStatus row={row} transfer={transfer} />
      </div>
      <div className={css.ways}>
        <UploadActions row={row} transfer={transfer} address={address} {...handlers} />
        {draftActions}
      </div>
    </li>
  )
}

const formatPercent = (part: number, total: number) => `${Math.floor((100 * part) / total)}%`

const phaseText: Record<UploadTransfer['phase'], string> = {
  waiting: 'Waiting for other files',
  reading: 'Reading the file again',
  sending: 'Sending',
  broken: 'Connection lost: resuming automatically',
  finishing: 'Finishing',
  paused: 'Paused',
  failed: 'Stopped',
}

/** Formats the progress: "Making its preview and pictures, 42% (step 3 of 4)". */
const formatCheck = ({ step, percent }: NonNullable<UploadRow['check']>): string =>
  `${stepLabels[step]}${percent === null ? '' : `, ${percent}%`} (step ${checkSteps.indexOf(step) + 1} of ${checkSteps.length})`

const formatQueuePosition = (before: number): string =>
  before > 0 ? `${before} ${before === 1 ? 'file is' : 'files are'} ahead of it` : 'The check starts in a moment'

const UploadStatus = ({ row, transfer }: Pick<UploadListItemProps, 'row' | 'transfer'>) => {
  const { state, size_bytes, received_bytes, reason, notes, before, check, file_name, is_own } = row
  if (state === 'uploading') {
    const sent = Math.max(transfer?.sent_bytes ?? 0, transfer?.phase === 'reading' ? 0 : received_bytes)
    return (
      <>
        <progress
          className={css.progress}
          max={size_bytes}
          value={sent}
          aria-label={`Upload progress of ${file_name}`}
        />
        <p className={css.note} role={transfer?.problem ? 'alert' : undefined}>
          {transfer?.problem ??
            `${transfer ? phaseText[transfer.phase] : is_own ? 'Interrupted' : 'Uploading'}, ${formatPercent(sent, size_bytes)} of ${formatBytes(size_bytes)}`}
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
          aria-label={`Check of ${file_name}`}
        />
        <p className={css.note}>{check ? formatCheck(check) : formatQueuePosition(before)}</p>
      </>
    )
  const note = reason || notes.join(' ')
  return note && <p className={css.note}>{note}</p>
}

type UploadActionsProps = Omit<UploadListItemProps, 'showsOwner' | 'draftActions'>

const UploadActions = ({
  row,
  transfer,
  address,
  onPause,
  onResume,
  onFile,
  onCheck,
  onRemove,
}: UploadActionsProps) => {
  const { state, file_name, clip, is_own } = row
  if (canDo(state, 'describe') && address)
    return (
      <ButtonLink to={address} size="sm" kind={state === 'needs_details' ? 'primary' : 'secondary'}>
        {state === 'declined' ? 'Correct' : 'Describe'}
        <span className="visually-hidden"> {clip?.name}</span>
      </ButtonLink>
    )
  if (canDo(state, 'see') && clip) return <Link to={clipPath(clip)}>View clip</Link>
  if (!is_own) return null
  const isStopped = transfer?.phase === 'paused' || transfer?.phase === 'failed'
  return (
    <>
      {canDo(state, 'send') && !transfer && <ChooseAgain file_name={file_name} onFile={onFile} />}
      {canDo(state, 'send') && transfer && transfer.phase !== 'finishing' && (
        <IconButton
          icon={isStopped ? Play : Pause}
          label={`${isStopped ? 'Resume' : 'Pause'} ${file_name}`}
          onClick={isStopped ? onResume : onPause}
        />
      )}
      {canDo(state, 'check') && (
        <Button size="sm" onClick={onCheck}>
          Check again<span className="visually-hidden"> {file_name}</span>
        </Button>
      )}
      {canDo(state, 'remove') && (
        <IconButton
          icon={state === 'uploading' ? X : Trash2}
          label={state === 'uploading' ? `Cancel ${file_name}` : `Remove ${file_name}`}
          onClick={onRemove}
        />
      )}
    </>
  )
}

/** Browsers do not keep access to a file across visits, so it has to be chosen again. */
const ChooseAgain = ({ file_name, onFile }: { file_name: string; onFile: (file: File) => void }) => (
  <label className={css.again}>
    Choose the file again to resume
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
