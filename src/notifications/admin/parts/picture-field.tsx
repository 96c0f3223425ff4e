/** The picture field of a banner. It uploads the file on selection, and the image host validates it. */
import { useState } from 'react'

import { findAvatarProblem } from '#accounts/avatar-file.ts'
import { formatBytes } from '#platform/bytes.ts'
import { call } from '#platform/http/call.ts'
import { messageOf } from '#platform/http/error-message.ts'
import { uploadImage } from '#platform/images/upload.ts'
import { FileField } from '#ui/file-field.tsx'

import { getBannerUpload } from '../contract.ts'

import adminPage from '#ui/admin/admin-page.module.css'

type PictureFieldProps = {
  error: string | undefined
  /** The URL of the current picture. */
  picture: string | undefined
  busy: boolean
  onBusy: (isBusy: boolean) => void
  /** Receives the image host's id and the file, which is shown until the banner is saved. */
  onUploaded: (public_id: string, picture: Blob) => void
}

export const PictureField = ({ error, picture, busy, onBusy, onUploaded }: PictureFieldProps) => {
  const [uploadError, setUploadError] = useState<string>()
  const [selected, setSelected] = useState<{ name: string; about: string }>()
  const upload = async (file: File) => {
    const problem = findAvatarProblem(file)
    if (problem) return setUploadError([problem.title, problem.detail].filter(Boolean).join('. '))
    setUploadError(undefined)
    onBusy(true)
    try {
      const { data } = await call(getBannerUpload, {})
      onUploaded(await uploadImage(file, data), file)
      setSelected({ name: file.name, about: formatBytes(file.size) })
    } catch (error) {
      setUploadError(messageOf(error))
    } finally {
      onBusy(false)
    }
  }
  return (
    <FileField
      label="Picture"
      noun="picture"
      accept="image/jpeg,image/png,image/gif"
      className={adminPage.wide}
      chosen={busy ? { name: 'Uploading…', about: '' } : selected}
      picture={picture}
      busy={busy}
      hint="JPEG, PNG or GIF, up to 25 MB, best 960 × 540 pixels or larger. Its middle is shown, 16 to 9."
      error={uploadError ?? error}
      onChoose={file => void upload(file)}
    />
  )
}
