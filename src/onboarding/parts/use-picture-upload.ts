import { useEffect, useState } from 'react'

/** A picture that is uploaded to the image host first and saved with its step. */
export const usePictureUpload = (url: string | null, upload: (picture: Blob) => Promise<string>) => {
  const [uploaded, setUploaded] = useState<{ public_id: string; preview: string }>()
  useEffect(() => () => URL.revokeObjectURL(uploaded?.preview ?? ''), [uploaded])
  return {
    /** Goes into the request body; undefined if no picture was chosen. */
    chosen: uploaded && { avatar_public_id: uploaded.public_id },
    url: uploaded?.preview ?? url,
    upload: async (picture: Blob): Promise<void> => {
      const public_id = await upload(picture)
      setUploaded({ public_id, preview: URL.createObjectURL(picture) })
    },
  }
}
