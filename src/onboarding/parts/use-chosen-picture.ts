import { useEffect, useState } from 'react'

/** A picture that lies with the image host and is kept with the rest of its step. */
export const useChosenPicture = (url: string | null, send: (picture: Blob) => Promise<string>) => {
  const [sent, setSent] = useState<{ public_id: string; preview: string }>()
  useEffect(() => () => URL.revokeObjectURL(sent?.preview ?? ''), [sent])
  return {
    /** To be put into what is sent; nothing when none was chosen. */
    chosen: sent && { avatar_public_id: sent.public_id },
    url: sent?.preview ?? url,
    send: async (picture: Blob): Promise<void> => {
      const public_id = await send(picture)
      setSent({ public_id, preview: URL.createObjectURL(picture) })
    },
  }
}
