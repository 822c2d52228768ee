/** The package's version, put in by the build. */
declare const __HEED_VERSION__: string;
