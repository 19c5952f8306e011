// Runs before the first paint, so that a page in the dark never flashes white.
document.documentElement.dataset.theme = localStorage.getItem('timestep.theme') ?? 'system';
