export interface MarkdownWords {
  /** Stands where a picture would have been fetched from `host`. */
  imageFrom: (host: string) => string
  imageHere: string
  copyLink: string
}
