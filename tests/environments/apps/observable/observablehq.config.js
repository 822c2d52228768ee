// The run has no network, and the default style asks for a face of type.
export default { globalStylesheets: [], toc: false, pager: false };
