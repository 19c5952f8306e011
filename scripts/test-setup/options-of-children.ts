// Runs before each file. A thread whose own variables have `NODE_OPTIONS` would load the build as well.
const { NODE_OPTIONS_OF_CHILDREN: options } = process.env;
if (options !== undefined) process.env['NODE_OPTIONS'] = options;
